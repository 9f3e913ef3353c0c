extension Printer {
  func text(_ kind: ManageSyntax.Kind) -> String {
    switch kind {
    case .addCalendar(let calendar):
      "add calendar" + (calendar.title.map { " " + string($0) } ?? "")
        + (calendar.source.map { " in source \(text($0))" } ?? "")
        + (calendar.color.map { " color \(string($0))" } ?? "")
        + (calendar.kind.map { " for \($0.plural)" } ?? "")
        + (calendar.address.map { " from \(string($0))" } ?? "")
    case .editCalendar(let name, let settings):
      "edit calendar \(text(name))" + (settings.isEmpty ? "" : " set \(list(settings, text))")
    case .chooseCalendars(let isMultiple, let kind):
      "choose calendar\(isMultiple ? "s" : "")" + (kind.map { " for \($0.plural)" } ?? "")
    case .renameCalendar(let name, let title): "rename calendar \(text(name)) to \(string(title))"
    case .deleteCalendar(let name, let isConfirmed):
      "delete calendar \(text(name))\(isConfirmed ? " yes" : "")"
    case .defaultCalendar(let name): "default calendar \(text(name))"
    case .showCalendar(let name): "show calendar \(text(name))"
    case .hideCalendar(let name): "hide calendar \(text(name))"
    case .importFiles(let files):
      "import \(list(files.paths, text))" + (files.calendar.map { " into \(text($0))" } ?? "")
        + (files.onConflict.map { " on conflict \($0.rawValue)" } ?? "") + (files.isDryRun ? " dry run" : "")
    case .openFiles(let open):
      "open \(list(open.paths, text))" + (open.answer.map { " \($0.rawValue)" } ?? "")
    case .send(let send):
      "send \(text(send.target))" + (send.path.map { " to \(text($0))" } ?? "")
        + (send.replaces ? " replace" : "")
    case .export(let export):
      "export \(text(export.content))" + (export.format.map { " as \($0.rawValue)" } ?? "")
        + " to \(text(export.path))" + (export.replaces ? " replace" : "")
    case .undo(let step): "undo" + text(step)
    case .redo(let step): "redo" + text(step)
    case .history: "history"
    case .begin: "begin"
    case .commit: "commit"
    case .rollback: "rollback"
    case .sync(let sync): "sync" + text(sync)
    case .addAccount(let name, let path):
      "add account \(text(name))" + (path.map { " path \(string($0))" } ?? "")
    case .editAccount(let name, let settings): "edit account \(text(name)) set \(list(settings, text))"
    case .deleteAccount(let name, let word):
      "delete account \(text(name))" + (word.map { " \($0.rawValue)" } ?? "")
    case .accounts: "accounts"
    case .linkCalendar(let name, let place): "link calendar \(text(name)) to \(string(place))"
    case .unlinkCalendar(let name): "unlink calendar \(text(name))"
    case .watch(let question): "watch \(text(question))"
    case .changes(let state): "changes since \(state)"
    case .saveView(let view): text(view)
    case .runView(let run): text(run)
    case .views: "views"
    case .dropView(let name): "drop view \(Quoting.viewName(name.text))"
    case .saveSet(let name, let members): "save set \(Quoting.word(name.text)) as \(list(members, text))"
    case .sets: "sets"
    case .dropSet(let name): "drop set \(Quoting.word(name.text))"
    case .access(let access): text(access)
    case .check: "check"
    case .reindex: "reindex"
    case .backup(let path, let replaces): "backup to \(text(path))" + (replaces ? " replace" : "")
    case .duplicates(let names): "duplicates" + (names.isEmpty ? "" : " in \(list(names, text))")
    case .snooze(let length, let target):
      joined(
        ["snooze"] + [length.map(text), target.map(text) ?? (length == nil ? "last" : nil)].compactMap { $0 })
    case .location(let position): "location \(position.latitude.text), \(position.longitude.text)"
    }
  }

  private func text(_ setting: CalendarSettingSyntax) -> String {
    switch setting.kind {
    case .name(let name): "name = \(text(name))"
    case .color(let color): "color = \(color.map(text) ?? "empty")"
    case .alarm(let length): "alarm = \(length.map(text) ?? "none")"
    }
  }

  private func text(_ setting: AccountSettingSyntax) -> String {
    switch setting.kind {
    case .name(let name): "name = \(text(name))"
    case .path(let path): "path = \(string(path))"
    }
  }

  /// An account that is not to be read as another form of `sync`.
  private func synced(_ name: NameSyntax) -> String {
    let words = ["watch", "conflicts", "resolve", "allow", "dry"]
    return words.contains(name.text.lowercased()) ? Quoting.string(name.text) : text(name)
  }

  private func text(_ sync: SyncSyntax) -> String {
    switch sync {
    case .run(let name, let isDryRun): (name.map { " " + synced($0) } ?? "") + (isDryRun ? " dry run" : "")
    case .watch: " watch"
    case .conflicts: " conflicts"
    case .resolve(let number, let word): " resolve \(number)" + (word.map { " \($0.rawValue)" } ?? "")
    case .allow(let name): " allow \(text(name))"
    }
  }

  private func text(_ step: RevertSyntax) -> String {
    let which =
      switch step.step {
      case .newest: ""
      case .number(let number): " \(number)"
      case .imported: " import"
      case .synced: " sync"
      }
    return which + (step.isConfirmed ? " yes" : "") + (step.isDryRun ? " dry run" : "")
  }

  private func text(_ content: ExportSyntax.Content) -> String {
    switch content {
    case .query(let query): text(query)
    case .calendars(let names): "calendar \(list(names, text))"
    case .all: "all"
    }
  }

  private func text(_ path: PathSyntax) -> String {
    switch path.kind {
    case .file(let name): string(name)
    case .standard: "-"
    }
  }

  private func text(_ view: SaveViewSyntax) -> String {
    let parameters = list(view.parameters) { parameter in
      "$\(parameter.name)" + (parameter.defaultValue.map { " = \(text($0))" } ?? "")
    }
    return "save view \(Quoting.viewName(view.name.text))\(parameters.isEmpty ? "" : "(\(parameters))")"
      + " as \(text(view.question))"
  }

  private func text(_ run: RunViewSyntax) -> String {
    joined(
      ["run", Quoting.viewName(run.name.text)] + run.arguments.map(text)
        + (run.format.map { ["as", $0.rawValue] } ?? []))
  }

  private func text(_ argument: ViewArgumentSyntax) -> String {
    (argument.name.map { "\($0.text) = " } ?? "") + text(argument.value)
  }

  func text(_ value: LooseValueSyntax) -> String {
    switch value.kind {
    case .word(let word): word
    case .string(let literal): Quoting.string(literal)
    case .integer(let number): String(number)
    case .decimal(let number): number.text
    case .duration(let duration): text(duration)
    case .date(let date): loose(date)
    case .parameter(let name): "$\(name)"
    }
  }

  /// A date in one piece, as blanks separate values: `1-may 12:00` for `1 may 12:00`.
  private func loose(_ date: DateSyntax) -> String {
    let text = text(date)
    guard case .day(.monthDay(_, _, year: nil, weekday: nil), at: _) = date.base,
      let blank = text.firstIndex(of: " ")
    else { return text }
    return text[..<blank] + "-" + text[text.index(after: blank)...]
  }

  private func text(_ access: AccessSyntax) -> String {
    switch access {
    case .list: "access"
    case .requests: "access requests"
    case .set(let client, let kind, let level):
      "access set \(Quoting.word(client)) \(kind.plural) \(level.rawValue)"
    case .grant(let client, let kind, let level):
      "access grant \(Quoting.word(client)) \(kind.plural) \(level.rawValue)"
    case .deny(let client, let kind): "access deny \(Quoting.word(client)) \(kind.plural)"
    case .revoke(let client): "access revoke \(Quoting.word(client))"
    }
  }

  func text(_ kind: SessionSyntax.Kind) -> String {
    switch kind {
    case .set(let option, let value): "set \(option) = \(text(value))"
    case .showOptions: "show options"
    case .show(let option): "show \(option)"
    case .describe(let noun): "describe \(noun.rawValue)"
    case .describeView(let name): "describe view \(Quoting.viewName(name.text))"
    case .describeSet(let name): "describe set \(Quoting.word(name.text))"
    case .help(let topic): "help" + (topic.map { " \($0)" } ?? "")
    case .load(let path): "load \(string(path))"
    case .tour: "tour"
    case .quit: "quit"
    }
  }
}
