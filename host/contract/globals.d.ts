// What both Node and browsers provide and the pure code uses; declared here because this project is compiled with neither's types.
interface URL {
  hash: string;
  readonly host: string;
  readonly hostname: string;
  readonly href: string;
  readonly origin: string;
  pathname: string;
  readonly port: string;
  readonly protocol: string;
  search: string;
}
declare var URL: { prototype: URL; new (url: string, base?: string): URL };
