import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { proofHeaders } from "../../host/contract/names.js";
import { handshakeText, keyCheckText, serverText } from "../../host/contract/signing.js";
import { codePoint } from "../../host/testing/code-points.js";
import { hmac, openSession, postJson, sessionKey, startTestServer } from "../testing/server.js";
import { equalInConstantTime, makeHandshake } from "./handshake.js";

const proofOf = (challenge: string) => hmac(handshakeText(challenge));
const server = await startTestServer();
afterAll(() => server.close());

describe("handshake", () => {
  it("gives a session for the proof of a fresh challenge", async () => {
    const handshake = makeHandshake(() => sessionKey);
    const challenge = handshake.challenge();
    const { sessionId: session } = await handshake.open({ challenge, proof: proofOf(challenge) }, 1);
    expect(handshake.keyOf(session)).toBe(sessionKey);
    expect(handshake.keyOf("other")).toBeUndefined();
  });

  it("takes a challenge once, even when the first proof was wrong", async () => {
    const handshake = makeHandshake(() => sessionKey);
    const challenge = handshake.challenge();
    await expect(handshake.open({ challenge, proof: "0".repeat(64) }, 1)).rejects.toMatchObject({
      code: "unauthorized",
      reason: "signature",
    });
    await expect(handshake.open({ challenge, proof: proofOf(challenge) }, 1)).rejects.toMatchObject({
      code: "unauthorized",
      reason: "challenge",
    });
  });

  it("takes a challenge for 60 seconds, not longer", async () => {
    let time = 0;
    const handshake = makeHandshake(
      () => sessionKey,
      () => time,
    );
    const [early, late] = [handshake.challenge(), handshake.challenge()];
    time = 60_000;
    await handshake.open({ challenge: early, proof: proofOf(early) }, 1);
    time = 60_001;
    await expect(handshake.open({ challenge: late, proof: proofOf(late) }, 1)).rejects.toMatchObject({ reason: "challenge" });
  });

  it("forgets the oldest of too many challenges", async () => {
    const handshake = makeHandshake(() => sessionKey);
    const first = handshake.challenge();
    for (let i = 0; i < 100; i++) handshake.challenge();
    await expect(handshake.open({ challenge: first, proof: proofOf(first) }, 1)).rejects.toMatchObject({ reason: "challenge" });
  });
});

describe("/handshake", () => {
  it("answers with a challenge, then with a session, and never with the key", async () => {
    const asked = await fetch(`${server.base}/handshake`);
    const text = await asked.text();
    expect(asked.status).toBe(200);
    expect(JSON.parse(text)).toEqual({ challenge: expect.stringMatching(/^[0-9a-f]{64}$/), expiresInSeconds: 60 });
    const { challenge } = JSON.parse(text);
    const given = await postJson(`${server.base}/handshake`, { challenge, proof: proofOf(challenge) });
    const session = await given.text();
    expect(given.status).toBe(201);
    expect(JSON.parse(session)).toEqual({ sessionId: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(text + session).not.toContain(sessionKey);
  });

  const strangers = ["", "z".repeat(64), "\u20ac".repeat(64), "0".repeat(64), "0".repeat(10_000)];

  it.each(strangers)("refuses the proof %j and lives", async (proof) => {
    const { challenge } = JSON.parse(await (await fetch(`${server.base}/handshake`)).text());
    const answer = await postJson(`${server.base}/handshake`, { challenge, proof });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("SVC-HMAC-SHA256");
    expect(await answer.json()).toMatchObject({ error: { code: "unauthorized", reason: "signature" } });
  });

  it("refuses a challenge that it never gave", async () => {
    const answer = await postJson(`${server.base}/handshake`, { challenge: "0".repeat(64), proof: proofOf("0".repeat(64)) });
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: { reason: "challenge" } }]);
  });

  it("shows whose challenge it is, for its own port, and proves the key on the client's nonce", async () => {
    const asked = await fetch(`${server.base}/handshake`);
    const { challenge } = JSON.parse(await asked.text());
    expect(asked.headers.get(proofHeaders.keyCheck)).toBe(hmac(keyCheckText(server.port, challenge)));
    const nonce = "1f".repeat(32);
    const given = await postJson(`${server.base}/handshake`, { challenge, proof: proofOf(challenge), nonce });
    const { sessionId, serverProof } = JSON.parse(await given.text());
    expect(serverProof).toBe(hmac(serverText({ port: server.port, challenge, nonce, sessionId })));
  });

  it("proves nothing to who does not hold the key", async () => {
    const { challenge } = JSON.parse(await (await fetch(`${server.base}/handshake`)).text());
    const answer = await postJson(`${server.base}/handshake`, { challenge, proof: "0".repeat(64), nonce: "1f".repeat(32) });
    expect([answer.status, await answer.text()]).toEqual([401, expect.not.stringContaining("serverProof")]);
  });

  it.each([7, "", "1f", "SERVER", "1F".repeat(32), `${"1f".repeat(32)}\n`])(
    "takes no nonce %j, which could pass for another text",
    async (nonce) => {
      const { challenge } = JSON.parse(await (await fetch(`${server.base}/handshake`)).text());
      expect((await postJson(`${server.base}/handshake`, { challenge, proof: proofOf(challenge), nonce })).status).toBe(400);
    },
  );

  it("gives every session another name", async () => {
    expect(await openSession(server.base)).not.toBe(await openSession(server.base));
  });
});

describe("comparison of signatures", () => {
  it("agrees with === on any two texts", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), fc.string({ unit: codePoint }), (left, right) => {
        expect(equalInConstantTime(left, right)).toBe(left === right);
        expect(equalInConstantTime(left, left)).toBe(true);
      }),
    );
  });
});
