/** One open-source app that is fetched for measuring only. */
export interface App {
  readonly name: string;
  /** On GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Where the app stands in its repository; its root when absent. */
  readonly folder?: string;
  /** Files below the app's folder whose tags are instrumented: texts with which their paths begin; `src/` when absent. */
  readonly sources?: readonly string[];
  /**
   * The part of all apps that it is in. Ranking is tuned on the apps of one half and reported on those of the other, then on those of `c`,
   * which nobody has tuned on; from `f` on each was judged before any rule was made with it.
   */
  readonly half: string;
  /** Paths of pages. */
  readonly pages: readonly string[];
  /** How the app is run. Read from the cache, for nothing that builds an app is part of this project. */
  readonly recipe?: Recipe;
}

/** How one app is installed and served: an entry of `recipes.json` in the cache, under the app's name. */
export interface Recipe {
  /** Command that installs the app's packages, run once in the app's folder. */
  readonly install?: string;
  /** Pieces of the app's files that keep it from starting without a network or in a short time, and what stands there instead. */
  readonly edits?: readonly (readonly [file: string, from: string, to: string])[];
  /** The development server, or a build and a static server; `{port}` is replaced. Run in the app's folder with the app's own programs on the path. */
  readonly serve: string;
  /** Serves this folder of files, which `serve` has made. */
  readonly built?: string;
  /** The folder in which the development server leaves source maps of what it has built: those of the app are copied for the judgement. */
  readonly maps?: string;
  /** Script that runs on the page before it is captured: signing in, opening a menu. */
  readonly prepare?: string;
}
