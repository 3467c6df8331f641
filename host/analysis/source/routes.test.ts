import { describe, expect, it } from "vitest";
import { moduleGraph } from "./modules.js";
import { routedFiles } from "./routes.js";

function routed(sources: Readonly<Record<string, string>>, page: string) {
  const texts = Object.entries(sources).map(([file, text]) => ({ file, text }));
  return routedFiles(texts, page, moduleGraph(texts, new Set(Object.keys(sources))));
}

const shared = {
  "src/Nav.tsx": "export const Nav = () => <nav />;",
  "src/ui/index.ts": `export { Card } from "./Card";\nexport * from "./Badge";\n`,
  "src/ui/Card.tsx": "export function Card() { return <div />; }",
  "src/ui/Badge.tsx": "export function Badge() { return <span />; }",
};
const users = { "src/pages/Users.tsx": `import { Card } from "../ui";\nexport const Users = () => <Card />;` };
const orders = { "src/pages/Orders.tsx": `import { Badge } from "../ui";\nexport const Orders = () => <Badge />;` };
const imports = `import { Users } from "./pages/Users";\nimport { Orders } from "./pages/Orders";\nimport { Nav } from "./Nav";\n`;
const main = { "src/main.tsx": `import "./router";` };
const elements = `<Route path="/users" element={<Guard><Users /></Guard>} />\n<Route path="orders/:id" element={<Orders />} />`;

describe("what routers say of a page", () => {
  it.each([
    ["a path", "/users", { "src/router.tsx": `${imports}${elements}<Nav />` }, ["src/pages/Orders.tsx", "src/ui/Badge.tsx"]],
    [
      "a path with a parameter",
      "/orders/7",
      { "src/router.tsx": `${imports}${elements}<Nav />` },
      ["src/pages/Users.tsx", "src/ui/Card.tsx"],
    ],
    [
      "lazy routes in objects",
      "/admin/users",
      {
        "src/router.ts": `export const routes = [{ path: "/admin", children: [{ path: "users", component: () => import("./pages/Users") }, { path: "orders", component: () => import("./pages/Orders") }] }];`,
      },
      ["src/pages/Orders.tsx", "src/ui/Badge.tsx"],
    ],
    ["no route that fits", "/about", { "src/router.tsx": `${imports}${elements}` }, []],
    [
      "a route without a path, which nested routers have for any page",
      "/users",
      { "src/router.tsx": `${imports}<Route path="users" element={<Users />} /><Route index element={<Orders />} />` },
      [],
    ],
    [
      "a resource",
      "/users",
      { "src/router.tsx": `${imports}<Resource name="users" list={Users} /><Resource name="orders" icon={Nav} list={Orders} />` },
      ["src/pages/Orders.tsx", "src/ui/Badge.tsx"],
    ],
    [
      "objects that call the path a route",
      "/users",
      {
        "src/router.jsx": `${imports}export const routes = [{ name: "Users", route: "/users", component: <Users /> }, { name: "Orders", route: "/orders", component: <Orders /> }];`,
      },
      ["src/pages/Orders.tsx", "src/ui/Badge.tsx"],
    ],
    [
      "no page that nothing imports, beside those with a route",
      "/users",
      {
        "src/router.tsx": `${imports}${elements}<Nav />`,
        "src/pages/old/Bills.ts": `import { Badge } from "../../ui";\nexport const Bills = () => h(Badge);`,
      },
      ["src/pages/Orders.tsx", "src/ui/Badge.tsx"],
    ],
    [
      "an entry of a resource, whose views one module has",
      "/orders/7",
      {
        "src/users.ts": `import { Users } from "./pages/Users";\nexport default { list: Users };`,
        "src/router.tsx": `import users from "./users";\n${imports}<Resource name="users" {...users} /><Resource name="orders" edit={Orders} />`,
      },
      ["src/users.ts"],
    ],
    [
      "what a page has in common with the frame",
      "/users",
      { "src/router.tsx": `import { Badge } from "./ui";\n${imports}${elements}<Badge />` },
      ["src/pages/Orders.tsx"],
    ],
  ])("%s: %s", (_, page, router, onOtherPages) => {
    expect([...routed({ ...shared, ...users, ...orders, ...main, ...router }, page).onOtherPages].sort()).toEqual(onOtherPages);
  });

  it("shows no component that nobody imports, where most are imported", () => {
    const copies = ["Chart", "Bar", "Old"].map((name) => [`src/components/${name}.jsx`, "export default () => <p />;"] as const);
    const entry = { "src/index.jsx": `import Chart from "./components/Chart";\nimport Bar from "./components/Bar";` };
    const files = { ...shared, ...Object.fromEntries(copies) };
    expect([...routed({ ...files, ...entry }, "/").onOtherPages]).toEqual(["src/components/Old.jsx"]);
    const glob = { "src/all.js": `export default import.meta.glob("./components/*");` };
    expect([...routed({ ...files, ...entry, ...glob }, "/").onOtherPages]).toEqual([]);
    expect([...routed(files, "/").onOtherPages]).toEqual([]);
  });

  it("shows what a layout imports by its name", () => {
    const files = Object.fromEntries(["Bar", "Chart", "Old"].map((name) => [`app/components/${name}.vue`, "<template><p /></template>"]));
    const layout = { "app/layouts/default.vue": "<template><Bar /><LazyChart /></template>" };
    expect([...routed({ ...files, ...layout }, "/").onOtherPages]).toEqual(["app/components/Old.vue"]);
  });

  it("is known of folders that are routes, but not of pages that code imports", () => {
    const pages = {
      "app/(shop)/users/page.tsx": `import { Card } from "../../../src/ui";`,
      "app/cart/page.tsx": `import { Badge } from "../../src/ui";`,
    };
    const { shown, onOtherPages } = routed({ ...shared, ...pages, "app/layout.tsx": `import { Nav } from "../src/Nav";` }, "/users");
    expect([...shown]).toEqual(["app/(shop)/users/page.tsx"]);
    expect([...onOtherPages].sort()).toEqual(["app/cart/page.tsx", "src/ui/Badge.tsx"]);
    expect(routed({ ...shared, ...users, ...orders, "src/App.tsx": imports }, "/users").onOtherPages.size).toBe(0);
  });

  it("finds the pages of folders below others, and a page around those of a folder beside it", () => {
    const page = "<template><p /></template>";
    const files = ["index", "users", "users/[id]", "bills"].map((path) => [`app/pages/${path}.vue`, page]);
    expect([...routed(Object.fromEntries(files), "/").shown]).toEqual(["app/pages/index.vue"]);
    const { shown, onOtherPages } = routed(Object.fromEntries(files), "/users/7");
    expect([...shown]).toEqual(["app/pages/users.vue", "app/pages/users/[id].vue"]);
    expect([...onOtherPages]).toEqual(["app/pages/index.vue", "app/pages/bills.vue"]);
  });

  it("shows no copy of a file that stands elsewhere in the project under its whole path", () => {
    const lines = "<main>\n  <p>One</p>\n  <p>Two</p>\n</main>\n";
    const files = {
      "src/app/home.html": lines,
      "templates/new/src/app/home.html": `${lines}<p>{{ name }}</p>`,
      "packages/shop/src/app/home.html": "<section>\n  <h1>Shop</h1>\n</section>\n",
      "home.html": lines,
    };
    expect([...routed(files, "/").onOtherPages]).toEqual(["templates/new/src/app/home.html"]);
  });

  it("knows files in folders of examples that the application uses", () => {
    const files = {
      "src/App.tsx": `import { Footer } from "./examples/Footer";`,
      "src/examples/Footer.tsx": `import { Link } from "./Link";\nexport const Footer = () => <Link />;`,
      "src/examples/Link.tsx": "export const Link = () => <a />;",
      "src/examples/Old.tsx": `import { Link } from "./Link";\nexport const Old = () => <Link />;`,
    };
    expect([...routed(files, "/").usedExamples]).toEqual(["src/examples/Footer.tsx", "src/examples/Link.tsx"]);
  });
});
