" Vim syntax file
" Language: Kalends
" Made from the tables of the language by EditorTests; KALENDS_RECORD=1 makes it anew.

if exists("b:current_syntax")
  finish
endif

syn case ignore
syn iskeyword @,48-57,_,192-255

syn keyword kalendsStatement accept access accounts add agenda backup begin changes choose commit
syn keyword kalendsStatement complete conflicts decline default delete describe done drop duplicate duplicates
syn keyword kalendsStatement edit events explain export help hide history import link load
syn keyword kalendsStatement maybe move quick quit redo reminders rename reopen rollback run
syn keyword kalendsStatement save send series set sets show snooze sources sync tour
syn keyword kalendsStatement undo unlink view views watch
syn keyword kalendsClause after as before between by during ending except from group
syn keyword kalendsClause having if in limit on select since sort span starting
syn keyword kalendsClause to until where within
syn keyword kalendsConnective and empty ends exactly has is like matches not or
syn keyword kalendsConnective starts with
syn match kalendsConnective /\<contains\>/
syn keyword kalendsFunction avg count max min sum
syn keyword kalendsDate ago am anytime apr april aug august dec december feb
syn keyword kalendsDate february fri friday jan january jul july jun june last
syn keyword kalendsDate mar march may midnight mon monday next noon nov november
syn keyword kalendsDate now oct october pm rest sat saturday sep sept september
syn keyword kalendsDate sun sunday this thu thur thurs thursday today tomorrow tue
syn keyword kalendsDate tues tuesday wed wednesday weds yesterday
syn keyword kalendsUnit day days hour hours minute minutes month months quarter quarters
syn keyword kalendsUnit second seconds week weekend weekends weeks year years
syn keyword kalendsFlag busy cancelled confirmed free incomplete open overdue tentative timed undated
syn keyword kalendsField alarms allday attachments attendee attendees availability calendar calendars categories color
syn keyword kalendsField completed conference created detached due duration end exceptions flagged hidden
syn keyword kalendsField id items kind location modified notes occurrence offset organizer overlap
syn keyword kalendsField priority recurring repeat revision rule section source start status subscribed
syn keyword kalendsField tags time title travel uid url writable zone
syn keyword kalendsKeyword account alarm all allow asc ask at attach both check
syn keyword kalendsKeyword completion conflict copy daily dates denied deny desc dry email
syn keyword kalendsKeyword entering event every floating for form full future grant high
syn keyword kalendsKeyword ignoring into keep leaving low medium mine monthly never none
syn keyword kalendsKeyword of off once options other past path plan radius readonly
syn keyword kalendsKeyword reindex reminder remove replace requests resolve restricted rev revoke skip
syn keyword kalendsKeyword sound sql tag the theirs times under weekday weekdays weekly
syn keyword kalendsKeyword yearly yes

" Words with signs inside are names, but for those of the language.
syn match kalendsName /\<\h\w*\%([.\/'’]\w\+\|-\a\w*\)\+/
syn match kalendsKeyword /\<\%(read\|write\)-only\>/
syn match kalendsField /\<\%(attendees\.count\|alarms\.count\|location\.latitude\|location\.longitude\|location\.radius\)\>/
syn match kalendsField /\<\%(completed\|created\|due\|end\|modified\|occurrence\|start\|time\)\.\%(date\|time\|weekday\|day\|week\|month\|year\|hour\)\>/
syn match kalendsField /[.]\%(date\|time\|weekday\|day\|week\|month\|year\|hour\|count\|latitude\|longitude\|radius\)\>/
syn match kalendsFormat /\%(\<as\s\+\)\@<=\%(table\|chart\|line\|json\|jsonl\|csv\|tsv\|ids\|ics\|jscalendar\|invitation\|reply\)\>/

syn match kalendsNumber /\<\d\+\%(\.\d\+\)\?\>/
syn match kalendsNumber /\<\d\{1,3}\%(st\|nd\|rd\|th\)\>/
syn match kalendsDuration /\<\d\+\a[[:alnum:]]*\>/
syn match kalendsDuration /\<P\%(T\?\d\+[YMWDHS]\)\+\>/
syn match kalendsTime /\<\d\{1,2}:\d\+\%(:\d\+\)\?\%([ap]m\)\?\>/
syn match kalendsDate /\<\d\{4}-\%(\d\d\%(-\d\d\)\?\|W\d\d\%(-\d\)\?\)\>/
syn match kalendsDate /\<\d\{4}-\d\d-\d\dT[0-9:]\+\%(\.\d\+\)\?\%(Z\|[+-]\d\d:\?\d\d\)\?\>/
syn match kalendsDate /\<\d\+\%(\/\d\+\)\+/
syn match kalendsDate /\<\d\+\.\d\+\.\.\@!\%(\d\+\.\?\)\?/

syn match kalendsId /\<\%(ev\|rm\|cal\|src\):\w\+\%(\/\d\w*\)\?\%(\~\d\+\)\?/
syn match kalendsRow /#\d\+/
syn match kalendsParameter /\$\h\w*/
syn match kalendsSign /[!<>+-]\?=\|[<>+*@–-]\|\.\./

syn match kalendsEscape contained /\\\%(u{\x\+}\|.\)/
syn region kalendsString start=/"/ skip=/\\./ end=/"/ oneline contains=kalendsEscape
syn region kalendsString start=/“/ skip=/\\./ end=/”/ oneline contains=kalendsEscape
syn region kalendsString start=/\w\@<!'/ skip=/''/ end=/'/ oneline
syn region kalendsPattern start=/\%(\<matches\s\+\)\@<=\// skip=/\\./ end=/\/i\?/ oneline
syn match kalendsComment /--\%(\s.*\)\?$/
syn match kalendsComment /\%^#!.*$/

hi def link kalendsStatement Statement
hi def link kalendsClause Keyword
hi def link kalendsConnective Operator
hi def link kalendsFunction Function
hi def link kalendsDate Constant
hi def link kalendsUnit Type
hi def link kalendsFlag Boolean
hi def link kalendsField Identifier
hi def link kalendsKeyword Keyword
hi def link kalendsFormat Constant
hi def link kalendsNumber Number
hi def link kalendsDuration Number
hi def link kalendsTime Number
hi def link kalendsId Special
hi def link kalendsRow Special
hi def link kalendsParameter PreProc
hi def link kalendsSign Operator
hi def link kalendsString String
hi def link kalendsEscape SpecialChar
hi def link kalendsPattern String
hi def link kalendsComment Comment

let b:current_syntax = "kalends"
