/** The text whose HMAC-SHA256 (hex) proves that the caller knows the session key. */
export function handshakeText(challenge: string): string {
  return `HANDSHAKE\n${challenge}`;
}

/** What a signature covers. */
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

/** SHA-256 of nothing, for requests without a body (FIPS 180-4). */
export const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
