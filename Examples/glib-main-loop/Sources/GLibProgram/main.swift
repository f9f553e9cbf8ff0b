import GLibMainActor

var isDone = false
Task {
    print("a task")
    let sum = await Task.detached { (1...100).reduce(0, +) }.value
    print("back from another thread with \(sum)")
    try await Task.sleep(for: .milliseconds(10))
    print("after a timer")
    isDone = true
}
GLibMainLoop.run { isDone }
