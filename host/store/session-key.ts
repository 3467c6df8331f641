export interface SessionKeyStore {
  /** The key as 64 hex digits, made on first use. */
  read(): Promise<string>;
  /** Makes a new one; the old one is worthless from then on. */
  rotate(): Promise<string>;
}
