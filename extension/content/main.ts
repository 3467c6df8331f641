import { toggleSidebar } from "./toggle.js";

// Injected on each click of the icon: the first opens the sidebar, the second closes it.
toggleSidebar();
