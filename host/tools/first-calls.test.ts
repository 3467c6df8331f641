import { expect, it } from "vitest";
import { type ToolName, toolNames } from "./names.js";

/**
 * What users ask for, and the tool that an agent should call first. To judge a change of names or descriptions, have a model that sees nothing but
 * the list of tools answer them in random order. Two independent readings of the list gave the tool of this table 58 and 59 times of 60; the
 * others asked for list_captures first, where the task names no file.
 */
const firstCalls: readonly (readonly [task: string, first: ToolName])[] = [
  ["I left some notes on the checkout page. Please work through them.", "get_unresolved"],
  ["What do I have to do? The user says they marked things in the browser.", "get_unresolved"],
  ["Which of the user's remarks on /pricing and the pages below it are still open?", "get_unresolved"],
  ["Here is annotation a-17. Gather everything needed to act on it.", "get_annotation_context"],
  ["The user's note 5c1f says 'too tight here'. What are the gaps around the element and who makes them?", "get_annotation_context"],
  ["You changed Header.tsx for note 9d2. Record that it is done.", "resolve_annotation"],
  ["Note 77 duplicates note 12. Close it accordingly.", "resolve_annotation"],
  ["The note b4 is about intended behaviour; we will not change it. Tell the user so.", "resolve_annotation"],
  ["Stay at the user's side: react as soon as they write the next remark.", "wait_for_annotations"],
  ["Block for up to fifty seconds until something new has been pointed at.", "wait_for_annotations"],
  ["List all remarks of the capture shop-home.json, including those already dealt with.", "get_annotations"],
  ["Which notes of yesterday's capture were closed as won't fix?", "get_annotations"],
  ["The note c3 could mean either of two buttons. Find out from the user which one.", "ask_about_annotation"],
  ["Before I rework the layout for note k8, I need to know whether the user wants two or three columns.", "ask_about_annotation"],
  ["I fixed note p2 and reloaded. Does the page now really show what was asked?", "verify_annotation"],
  ["Check on the page that the price of note p9 now reads 64,50 and that nothing else moved; do not close it yet.", "verify_annotation"],
  ["Show me what the element of note q1 looks like.", "get_picture"],
  ["I want to see the rendered card e41 as an image.", "get_picture"],
  ["What pages has the user sent, and when was each taken?", "list_captures"],
  ["Find the capture of /login that was made before noon.", "list_captures"],
  ["What is this page about: headings, forms, errors?", "get_page_summary"],
  ["Did any request fail or any script throw on the page the user sent?", "get_page_summary"],
  ["Is a build error covering the page?", "get_page_summary"],
  ["Which buttons and links can be clicked on the page, and how would Playwright address them?", "get_interactive_elements"],
  ["I need a locator for every input of the sign-up form.", "get_interactive_elements"],
  ["Which images are on the page and what are their names?", "get_elements_by_role"],
  ["List all headings of the capture, hidden ones included.", "get_elements_by_role"],
  ["Give me the elements inside e120, three levels deep.", "get_capture"],
  ["I need all text of capture news-1.json in reading order.", "get_capture"],
  ["Which attributes and computed styles does e7 have?", "get_capture"],
  ["Give me the outline of the page that was sent last.", "get_latest_capture"],
  ["Which file renders the button 'Add to basket'?", "find_source"],
  ["Where in the code is the component PriceTag used on this page?", "find_source"],
  ["Which line makes the element with test id cart-total?", "find_source"],
  ["In which template stands the text 'Free returns within 30 days'?", "find_source"],
  ["Why is the padding of e33 12 pixels, and which CSS rule sets it?", "explain_styles"],
  ["Which declaration colours this heading, through which custom property, and in which style sheet line?", "explain_styles"],
  ["How many other elements would change if I edit the rule that sets the width of .card?", "explain_styles"],
  ["Check the page for accessibility problems.", "audit_accessibility"],
  ["Does anything violate WCAG 2.2 AA inside e50?", "audit_accessibility"],
  ["Is text cut off or overlapping anywhere?", "audit_layout"],
  ["Which touch targets are too small?", "audit_layout"],
  ["Does the page scroll sideways because something is wider than the window?", "audit_layout"],
  ["Which controls have no test id, and what could they be called?", "find_missing_testids"],
  ["Do all primary buttons across the last five captures share one radius and colour?", "check_consistency"],
  ["Which headings fall out of the type scale?", "check_consistency"],
  ["What is different between home-1.json and home-2.json?", "compare_captures"],
  ["I have captures from before and after my refactoring; list the visual changes.", "compare_captures"],
  ["Keep the current capture as the reference for later.", "set_baseline"],
  ["The redesign is approved: from now on judge regressions against this state.", "set_baseline"],
  ["Has the page regressed against the approved state?", "compare_baseline"],
  ["Which pages have a reference, and since when?", "list_baselines"],
  ["I changed the CSS and need a fresh look at the page with the menu open.", "request_capture"],
  ["There is no capture of /settings yet. Get one.", "request_capture"],
  ["Has the user answered my request r-12 for a capture?", "get_request_status"],
  ["Write a Playwright test that pins down the page as it is now.", "generate_tests"],
  ["Make regression tests for the dialog e88.", "generate_tests"],
  ["Can I rely on this capture, or was part of the page unreadable?", "get_fidelity_report"],
  ["How much disk space do the captures take, page by page?", "get_capture_stats"],
  ["I have just joined this project: what is there, is the browser connected, what is next?", "get_session_status"],
];

it("each tool is the first call for some task", () => {
  expect([...new Set(firstCalls.map(([, first]) => first))].sort()).toEqual([...toolNames].sort());
});
