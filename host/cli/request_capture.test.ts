import { expect, test } from "vitest";
import { sampleAnnotation, sampleCapture } from "../contract/testing/sample.js";
import { openStore } from "../store/store.js";
import { until } from "../store/testing/until.js";
import { isLong, rowsOfRun } from "../testing/long.js";
import { patience } from "../testing/wait-until.js";
import { type Agent, connectAgent } from "./testing/agent.js";
import { listen, send, startHttp } from "./testing/http-peer.js";
import { makeMachine } from "./testing/machine.js";
import { connectNative } from "./testing/native-peer.js";

const page = "http://localhost:5173/shop";
const wait = { waitSeconds: 20 };

/** An agent, a browser over native messaging and one over a WebSocket, on one project. */
async function makeTrio() {
  const machine = await makeMachine();
  await machine.knowNative();
  const { root, id } = await machine.project("shop", ["localhost:5173"]);
  const [agent, http] = await Promise.all([connectAgent(machine, root), startHttp(machine, root)]);
  const native = connectNative(machine);
  // Answered once, it watches the store.
  await Promise.all([native.call("health:get", {}, id), agent.call("get_session_status")]);
  const socket = await listen(http.port);
  // Whoever asks may be answered at any moment from here on, once the first look is done.
  const store = await openStore(root, { stateFolder: machine.state });
  const warm = await store.requests.create({ url: page });
  await until(() => [native.events, socket].every((events) => events.some((event) => event.type === "request:created")));
  await store.requests.decline(warm.id);
  return { agent, native, socket, store, id, http };
}

async function ask(agent: Agent, url = page): Promise<string> {
  const { requestId, status } = await agent.call("request_capture", { url, purpose: "see the cart" });
  expect(status).toBe("pending");
  return String(requestId);
}

test("a request reaches both browsers within a second, is acknowledged, and completed by the capture that carries its id", async () => {
  const { agent, native, socket, id } = await makeTrio();
  const arrivals: number[] = [];
  const asked = performance.now();
  const requestId = await ask(agent);
  for (const events of [native.events, socket]) {
    await until(() => events.some((event) => event.type === "request:created" && event.request.id === requestId));
    arrivals.push(performance.now() - asked);
  }
  expect(Math.max(...arrivals)).toBeLessThan(patience(1_000));
  expect(await native.call("requests:ack", { id: requestId }, id)).toEqual({ id: requestId, status: "acknowledged" });
  expect(await agent.call("get_request_status", { requestId })).toMatchObject({ status: "acknowledged" });

  const waiting = agent.call("get_request_status", { requestId, ...wait });
  const stored = await native.call("captures:create", sampleCapture({ url: page, requestId }), id);
  expect(stored).toMatchObject({ requestId });
  expect(await waiting).toMatchObject({ status: "completed", capture: Object(stored).filename });
  const ended = { type: "request:ended", project: id, id: requestId, status: "completed" };
  for (const events of [native.events, socket]) await expect.poll(() => events, { timeout: 5_000 }).toContainEqual(ended);
});

test.skipIf(!isLong)("a capture over HTTP completes a request; one of another origin does not", async () => {
  const { agent, http, store } = await makeTrio();
  const requestId = await ask(agent);
  const post = async (url: string) => (await send(http.port, "POST", "/captures", JSON.stringify(sampleCapture({ url, requestId })))).json;
  for (const url of ["http://localhost:9999/shop", "https://localhost:5173/shop", "http://evil.example:5173/shop", "file:///shop"]) {
    expect(await post(url)).toEqual({ filename: expect.any(String), requestId: null });
  }
  expect((await store.requests.get(requestId)).status).toBe("pending");
  expect(await post("http://127.0.0.1:5173/shop/cart")).toMatchObject({ requestId });
  expect(await agent.call("get_request_status", { requestId })).toMatchObject({ status: "completed" });
});

const asking: readonly (readonly [tool: string, input: Readonly<Record<string, unknown>>])[] = [
  ["request_capture", { url: page }],
  ["ask_about_annotation", { annotation: "a", question: "Which one?" }],
  ["verify_annotation", { annotation: "a", checks: [{ kind: "visible" }] }],
  ["resolve_annotation", { annotation: "a", action: "fixed", summary: "Done", checks: [{ kind: "visible" }] }],
];

/** How an agent stops waiting. */
const endings: Readonly<Record<string, (agent: Agent, abandon: () => void) => unknown>> = {
  "the call is abandoned": (_agent, abandon) => abandon(),
  "the client closes its end": (agent) => agent.close(),
  "the server is killed": (agent) => process.kill(agent.pid, "SIGKILL"),
};

test.each(rowsOfRun(Object.keys(endings), ["the server is killed"]))(
  "a request ends for both browsers when %s, whichever tool asked",
  async (ending) => {
    const { agent, native, socket, id } = await makeTrio();
    await native.call("captures:create", sampleCapture({ url: page, annotations: [sampleAnnotation("a")] }), id);
    for (const [tool, input] of asking) {
      const isLast = tool === asking.at(-1)?.[0];
      if (ending !== "the call is abandoned" && !isLast) continue;
      const known = native.events.length;
      const created = () => native.events.slice(known).find((event) => event.type === "request:created");
      const abandoned = new AbortController();
      const left = agent.call(tool, { ...input, ...wait }, abandoned.signal).catch(() => undefined);
      await until(() => created() !== undefined);
      const event = created();
      const requestId = event?.type === "request:created" ? event.request.id : "";
      expect(event).not.toHaveProperty("request.maker");
      const closing = endings[ending]?.(agent, () => abandoned.abort());
      const ended = { type: "request:ended", project: id, id: requestId, status: "expired" };
      for (const events of [native.events, socket]) await expect.poll(() => events, { timeout: patience(5_000) }).toContainEqual(ended);
      expect(await native.call("requests:pending", {}, id)).toEqual({ requests: [] });
      await Promise.all([closing, left]);
    }
  },
);

test("a question reaches both browsers, and the agent that asked it gets the answer; meanwhile it counts as listening", async () => {
  const { agent, native, socket, id } = await makeTrio();
  await native.call("captures:create", sampleCapture({ url: page, annotations: [sampleAnnotation("a")] }), id);
  expect(await native.call("info:get", {}, id)).toMatchObject({ listening: "no" });
  const asked = agent.call("ask_about_annotation", { annotation: "a", question: "Which one?", ...wait });
  const isQuestion = (event: { readonly type: string }) => event.type === "request:created" && JSON.stringify(event).includes("Which one?");
  for (const events of [native.events, socket]) await until(() => events.some(isQuestion));
  await until(async () => Object(await native.call("info:get", {}, id)).listening === "now");
  const { requests } = Object(await native.call("requests:pending", { url: page }, id));
  const question = requests.find(({ kind }: { kind: string }) => kind === "question");
  expect(question).toMatchObject({ annotation: "a", question: "Which one?" });
  expect(await native.call("requests:ack", { id: question.id, answer: "The left" }, id)).toEqual({ id: question.id, status: "completed" });
  expect(await asked).toEqual({ status: "completed", answer: "[USER_COMMENT]The left[/USER_COMMENT]" });
  const { states } = Object(await native.call("annotations:resolved", { url: page }, id));
  expect(states).toMatchObject([
    { id: "a", state: "working", by: "test-agent", thread: [{ kind: "question" }, { kind: "answer", text: "The left" }] },
  ]);
  await until(async () => Object(await native.call("info:get", {}, id)).listening === "no");
});

test("a check whose agent died while it decided is decided by the process that took the capture, else when the page is loaded next", async () => {
  const { agent, native, http, store, id } = await makeTrio();
  await store.config.update({ autoAnswerRequests: true });
  const now = () => new Date().toISOString();
  const annotations = [sampleAnnotation("a"), sampleAnnotation("b")];
  await native.call("captures:create", sampleCapture({ url: page, capturedAt: now(), annotations }), id);
  const requests: string[] = [];
  const asked = annotations.map(({ id: annotation }) =>
    agent.call("resolve_annotation", { annotation, action: "fixed", summary: "Done", checks: [{ kind: "exists" }], waitSeconds: 5 }),
  );
  const died = Promise.allSettled(asked);
  await until(async () => {
    const open = await store.requests.pending();
    requests.splice(0, 2, ...annotations.flatMap((one) => open.filter(({ annotation }) => annotation === one.id).map((found) => found.id)));
    return requests.length === 2;
  });
  // As the sidebar does. The agent, which only reads from now on, has let go of the lock then.
  for (const one of requests) await native.call("requests:ack", { id: one }, id);
  process.kill(agent.pid, "SIGSTOP");
  const [a, b] = requests;
  // As the sidebar has them: it knows what was resolved, and no agent's checks.
  const carried = (await store.annotations.all({})).map(({ annotation: { checks: _agents, ...annotation } }) => annotation);
  const answer = sampleCapture({ url: page, capturedAt: now(), requestId: a ?? "", annotations: carried });
  expect(await native.call("captures:create", answer, id)).toMatchObject({ requestId: a });
  const late = JSON.stringify(sampleCapture({ url: page, capturedAt: now(), requestId: b ?? "" }));
  expect(await send(http.port, "POST", "/captures", late)).toMatchObject({ status: 201 });
  process.kill(agent.pid, "SIGKILL");
  expect((await died).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  http.child.kill("SIGKILL");
  const verdictOf = async (annotation: string) => (await store.annotations.find(annotation)).annotation.verdict?.status;
  // As long as the agent could decide, nobody else does: the page may be half built.
  expect(await verdictOf("a")).toBe(undefined);
  await until(async () => (await verdictOf("a")) === "pass");
  expect(await verdictOf("b")).toBe(undefined);
  await until(async () => {
    const { states } = Object(await native.call("annotations:resolved", { url: page }, id));
    return states.every(({ verdict }: { verdict?: { status: string } }) => verdict?.status === "pass");
  });
});
