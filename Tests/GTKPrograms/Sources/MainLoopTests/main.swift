import CGLib
import Dispatch
import Foundation
import GLibMainActor
import GTKTestSupport

/// The results of the tasks of a case.
@MainActor
private final class Log {
    var done: Set<String> = []
    var hops = 0
    var ended = 0
}

/// The main actor on GLib's main loop, without a display.
runCases {
    run("dispatchHasThePrivateFunctions") {
        // Without them this program would not start. The names are in the documentation of the module.
        for name in ["_dispatch_get_main_queue_handle_4CF", "_dispatch_main_queue_callback_4CF"] {
            expect(dlsym(dlopen(nil, RTLD_NOW), name) != nil, "Dispatch has no function \(name)")
        }
    }

    run("withoutTheSourceNoTaskOfTheMainActorRuns") {
        var hasRun = false
        Task { hasRun = true }
        for _ in 0..<100 {
            _ = g_main_context_iteration(nil, 0)
            usleep(500)
        }
        expect(!hasRun, "GLib's loop runs the main queue without this module")
        GLibMainLoop.attach()
        wait("the task") { hasRun }
    }

    run("tasksHopsAndTimersRun") {
        GLibMainLoop.attach()
        let log = Log()
        Task {
            log.done.insert("task")
            await Task.yield()
            log.done.insert("yield")
            let number = await Task.detached {
                // From another thread to the main actor, and back.
                await MainActor.run {
                    _ = log.done.insert(Thread.isMainThread ? "hop" : "hop to a wrong thread")
                }
                return 7
            }.value
            log.done.insert("detached \(number)")
            try await Task.sleep(for: .milliseconds(20))
            log.done.insert("sleep")
        }
        DispatchQueue.main.async { _ = log.done.insert("async") }
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10)) { _ = log.done.insert("asyncAfter") }
        DispatchQueue.global().async { DispatchQueue.main.sync { _ = log.done.insert("sync") } }
        let expected: Set = [
            "task", "yield", "hop", "detached 7", "sleep", "async", "asyncAfter", "sync",
        ]
        // A turn of the loop waits until there is something to do: a wake-up that is lost ends here.
        GLibMainLoop.run { log.done.count >= expected.count }
        expect(log.done == expected, "\(log.done.sorted())")
    }

    run("manyHopsFromManyThreadsArrive") {
        let log = Log()
        for _ in 0..<8 {
            Task.detached {
                for _ in 0..<2_000 { await MainActor.run { log.hops += 1 } }
                await MainActor.run { log.ended += 1 }
            }
        }
        GLibMainLoop.run { log.ended == 8 }
        expect(log.hops == 16_000, "\(log.hops)")
    }

    run("gLibsSourcesRunNextToTasks") {
        // Neither starves the other: the program ends when both have had 20 turns, however slow the machine is.
        final class Count: @unchecked Sendable { var value = 0 }
        let count = Count()
        let pointer = Unmanaged.passRetained(count)
        let source = g_timeout_add(
            1,
            { count in
                Unmanaged<Count>.fromOpaque(count!).takeUnretainedValue().value += 1
                return 1
            }, pointer.toOpaque())
        var (turns, isEnded) = (0, false)
        Task {
            while count.value < 20 || turns < 20 {
                turns += 1
                await Task.yield()
            }
            isEnded = true
        }
        GLibMainLoop.run { isEnded }
        g_source_remove(source)
        pointer.release()
        expect(turns >= 20 && count.value >= 20, "\(turns), \(count.value)")
    }

    run("anyLoopOnTheContextRunsTasks") {
        let loop = g_main_loop_new(nil, 0)!
        Task {
            try await Task.sleep(for: .milliseconds(5))
            g_main_loop_quit(loop)
        }
        g_main_loop_run(loop)
        g_main_loop_unref(loop)
    }

    run("aLoopWithinATaskRunsNoOtherTask") {
        var order: [String] = []
        Task {
            Task { order.append("other") }
            for _ in 0..<20 {
                _ = g_main_context_iteration(nil, 0)
                usleep(500)
            }
            order.append("outer")
        }
        GLibMainLoop.run { order.count == 2 }
        expect(order == ["outer", "other"], "\(order)")
    }

    run("attachingAgainHasNoEffect") {
        for _ in 0..<10 { GLibMainLoop.attach() }
        var count = 0
        Task { count += 1 }
        GLibMainLoop.run { count > 0 }
        for _ in 0..<20 { _ = g_main_context_iteration(nil, 0) }
        expect(count == 1)
        // No source is left that is always ready.
        expect(g_main_context_pending(nil) == 0)
    }
}
