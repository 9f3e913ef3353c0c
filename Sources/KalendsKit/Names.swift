// The names that the module had until 0.2, for one version more: Apple's are EventKit's, what is ours alone is
// KalendsExtensions'. Each says itself what it is called instead.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import KalendsExtensions

@available(*, deprecated, renamed: "EKAlarm")
public typealias KLAlarm = EKAlarm
@available(*, deprecated, renamed: "EKAlarmProximity")
public typealias KLAlarmProximity = EKAlarmProximity
@available(*, deprecated, renamed: "EKAlarmType")
public typealias KLAlarmType = EKAlarmType
@available(*, deprecated, renamed: "EKAuthorizationStatus")
public typealias KLAuthorizationStatus = EKAuthorizationStatus
@available(*, deprecated, renamed: "EKCalendarEventAvailabilityMask")
public typealias KLAvailabilityMask = EKCalendarEventAvailabilityMask
@available(*, deprecated, renamed: "EKCalendar")
public typealias KLCalendar = EKCalendar
@available(*, deprecated, renamed: "EKCalendarItem")
public typealias KLCalendarItem = EKCalendarItem
@available(*, deprecated, renamed: "EKCalendarType")
public typealias KLCalendarType = EKCalendarType
@available(*, deprecated, renamed: "Coordinate")
public typealias KLCoordinate = Coordinate
@available(*, deprecated, renamed: "EKEntityMask")
public typealias KLEntityMask = EKEntityMask
@available(*, deprecated, renamed: "EKEntityType")
public typealias KLEntityType = EKEntityType
@available(*, deprecated, renamed: "EKError")
public typealias KLError = EKError
@available(*, deprecated, renamed: "EKError.Code")
public typealias KLErrorCode = EKError.Code
@available(*, deprecated, renamed: "EKEvent")
public typealias KLEvent = EKEvent
@available(*, deprecated, renamed: "EKEventAvailability")
public typealias KLEventAvailability = EKEventAvailability
@available(*, deprecated, renamed: "EventDraft")
public typealias KLEventDraft = EventDraft
@available(*, deprecated, renamed: "EventSnapshot")
public typealias KLEventSnapshot = EventSnapshot
@available(*, deprecated, renamed: "EKEventStatus")
public typealias KLEventStatus = EKEventStatus
@available(*, deprecated, renamed: "EKEventStore")
public typealias KLEventStore = EKEventStore
@available(*, deprecated, renamed: "EKObject")
public typealias KLObject = EKObject
@available(*, deprecated, renamed: "EKParticipant")
public typealias KLParticipant = EKParticipant
@available(*, deprecated, renamed: "EKParticipantRole")
public typealias KLParticipantRole = EKParticipantRole
@available(*, deprecated, renamed: "EKParticipantStatus")
public typealias KLParticipantStatus = EKParticipantStatus
@available(*, deprecated, renamed: "EKParticipantType")
public typealias KLParticipantType = EKParticipantType
@available(*, deprecated, renamed: "EKRecurrenceDayOfWeek")
public typealias KLRecurrenceDayOfWeek = EKRecurrenceDayOfWeek
@available(*, deprecated, renamed: "EKRecurrenceEnd")
public typealias KLRecurrenceEnd = EKRecurrenceEnd
@available(*, deprecated, renamed: "EKRecurrenceFrequency")
public typealias KLRecurrenceFrequency = EKRecurrenceFrequency
@available(*, deprecated, renamed: "EKRecurrenceRule")
public typealias KLRecurrenceRule = EKRecurrenceRule
@available(*, deprecated, renamed: "EKReminder")
public typealias KLReminder = EKReminder
@available(*, deprecated, renamed: "EKReminderPriority")
public typealias KLReminderPriority = EKReminderPriority
@available(*, deprecated, renamed: "ReminderSnapshot")
public typealias KLReminderSnapshot = ReminderSnapshot
@available(*, deprecated, renamed: "EKSource")
public typealias KLSource = EKSource
@available(*, deprecated, renamed: "EKSourceType")
public typealias KLSourceType = EKSourceType
@available(*, deprecated, message: "Spans are EKSpan, and EventSpan where all events are meant.")
public typealias KLSpan = EventSpan
@available(*, deprecated, renamed: "StoreChange")
public typealias KLStoreChange = StoreChange
@available(*, deprecated, renamed: "EKStructuredLocation")
public typealias KLStructuredLocation = EKStructuredLocation
@available(*, deprecated, renamed: "EKWeekday")
public typealias KLWeekday = EKWeekday
