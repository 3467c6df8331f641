import { describe, expect, it } from "vitest";
import { locationMessage, noFreePortMessage } from "./messages.js";

describe("words", () => {
  const project = { id: "p1", name: "shop" };

  it.each([
    [{ project, pid: 7, port: 9876, already: false }, "shop is served on http://127.0.0.1:9876 (process 7)."],
    [{ project, pid: 7, port: 9876, already: true }, "shop is already served on http://127.0.0.1:9876 (process 7)."],
    [{ project, pid: undefined, port: undefined, already: true }, "Another process is just starting to serve shop."],
  ])("say where it listens: %j", (location, sentence) => {
    expect(locationMessage(location, false)).toBe(sentence);
    expect(JSON.parse(locationMessage(location, true))).toMatchObject({ project: "p1", already: location.already });
  });

  it("name the projects that hold the ports, without their paths", () => {
    const ours = [
      { port: 9876, projectRoot: "/home/a/shop" },
      { port: 9878, projectRoot: "C:\\work\\blog\\" },
    ];
    const text = noFreePortMessage([9876, 9877, 9878], ours);
    expect(text).toContain("9876: project shop; 9877: another program; 9878: project blog");
    expect(text).not.toMatch(/home|work/);
  });
});
