// Asks for two fields as a form does, and tells what was answered.
var title = LineRequest(" Title       ", mark: "> ")
title.look = .dim
title.proposal = LineRequest.Proposal("Standup")
var start = LineRequest(" Starts      ", mark: "> ")
start.proposal = LineRequest.Proposal("2026-11-18 15:00", shown: "Wed 18 Nov 2026 15:00")
for request in [title, start] { print(Prompt.shared.read(request)) }
