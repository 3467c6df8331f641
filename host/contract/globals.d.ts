// What both Node and browsers provide and the pure code uses; declared here because this project is compiled with neither's types.
interface URLSearchParams {
  get(name: string): string | null;
  set(name: string, value: string): void;
  append(name: string, value: string): void;
  toString(): string;
  forEach(visit: (value: string, name: string) => void): void;
}
interface URL {
  hash: string;
  readonly host: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  readonly port: string;
  readonly protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
}
declare var URL: { prototype: URL; new (url: string, base?: string): URL };
