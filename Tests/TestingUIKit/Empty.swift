// Empty: the testing library has nothing to add for UIKit.
