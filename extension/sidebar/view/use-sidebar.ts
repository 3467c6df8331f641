import { createContext, useContext } from "solid-js";
import type { SidebarState } from "../state/sidebar.js";

export const SidebarContext = createContext<SidebarState>();

export function useSidebar(): SidebarState {
  const state = useContext(SidebarContext);
  if (state === undefined) throw new Error("This component stands in no sidebar.");
  return state;
}
