// Numbers of the kind `CGFloat` come with Foundation.
@_exported import Foundation
