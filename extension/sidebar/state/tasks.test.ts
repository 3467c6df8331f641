import { expect, it, vi } from "vitest";
import { createTasks, type Notice } from "./tasks.js";

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
const done = (text: string): Notice => ({ kind: "done", text });
const idle = () => new Promise((resolve) => setTimeout(resolve));

it("a task that is started while another runs waits for it, and none is dropped", async () => {
  const tasks = createTasks();
  const first = gate();
  const log: string[] = [];
  const runs = [
    tasks.run("Checking…", async () => {
      await first.opened;
      log.push("check");
      return done("checked");
    }),
    ...["decline", "trust", "send"].map((what) =>
      tasks.run(what, async () => {
        log.push(what);
        return done(what);
      }),
    ),
  ];
  await idle();
  expect(log).toEqual([]);
  await vi.waitFor(() => expect(tasks.running()).toBe("Checking…"));
  first.open();
  await Promise.all(runs);
  expect(log).toEqual(["check", "decline", "trust", "send"]);
  expect(tasks.notice()).toEqual(done("send"));
  expect(tasks.running()).toBe("");
});

it("a task that is done within a moment is not drawn as running", async () => {
  const tasks = createTasks();
  const run = tasks.run("Sending…", () => idle().then(() => done("sent")));
  await idle();
  expect(tasks.running()).toBe("");
  await run;
  expect(tasks.notice()).toEqual(done("sent"));
});

it("a task that fails says so and does not stop the next", async () => {
  const tasks = createTasks();
  const failing = tasks.run("Sending…", () => Promise.reject(new Error("The disk is full.")));
  const next = tasks.run("Declining…", async () => undefined);
  await failing;
  expect(tasks.notice()).toEqual({ kind: "error", text: "The disk is full." });
  await next;
  expect(tasks.running()).toBe("");
});

it("what is stated while a task runs that has no outcome stays", async () => {
  const tasks = createTasks();
  tasks.notify({ kind: "done", text: "of before" });
  await tasks.run("Reading", async () => undefined);
  expect(tasks.notice()).toBeUndefined();
  await tasks.run("Reading", async () => {
    tasks.notify({ kind: "done", text: "meanwhile" });
    return undefined;
  });
  expect(tasks.notice()?.text).toBe("meanwhile");
  await tasks.run("Sending", async () => ({ kind: "done", text: "sent" }));
  expect(tasks.notice()?.text).toBe("sent");
});
