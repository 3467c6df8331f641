/** The text whose HMAC-SHA256 (hex) proves that the caller knows the session key. */
export function handshakeText(challenge: string): string {
  return `HANDSHAKE\n${challenge}`;
}

/** The text whose HMAC answers a challenge, by which a project's server is known. `port`: where it listens, so that none is passed on. */
export function keyCheckText(port: number, challenge: string): string {
  return `KEY\n${port}\n${challenge}`;
}

/** What a server proves to a client that it starts a session with: the key, for this one handshake (the client's nonce), on its own port. */
export interface ServerClaim {
  readonly port: number;
  readonly challenge: string;
  /** 64 hex digits, made by the client for this handshake. */
  readonly nonce: string;
  readonly sessionId: string;
}

/** The text whose HMAC-SHA256 (hex) proves that the server knows the session key. */
export function serverText({ port, challenge, nonce, sessionId }: ServerClaim): string {
  return `SERVER\n${port}\n${challenge}\n${nonce}\n${sessionId}`;
}

export interface SignedRequest {
  readonly method: string;
  /** Path with its query, as sent. */
  readonly path: string;
  /** Unix time in milliseconds, as sent in the header. */
  readonly timestamp: string;
  /** SHA-256 of the body's bytes, hex; of no bytes when there is no body. */
  readonly bodySha256: string;
}

/** The text whose HMAC-SHA256 (hex) signs a request. */
export function requestText({ method, path, timestamp, bodySha256 }: SignedRequest): string {
  return `${method.toUpperCase()}\n${path}\n${timestamp}\n${bodySha256}`;
}

/** What signs an answer: the request's signature, which is never used twice, the status and the body. */
export interface SignedAnswer {
  readonly signature: string;
  readonly status: number;
  readonly bodySha256: string;
}

/** The text whose HMAC-SHA256 (hex) signs the answer to a signed request. A WebSocket's hello is answered with status 101 and no body. */
export function answerText({ signature, status, bodySha256 }: SignedAnswer): string {
  return `ANSWER\n${signature}\n${status}\n${bodySha256}`;
}

/** SHA-256 of nothing, for requests without a body (FIPS 180-4). */
export const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
