import { useEffect } from 'react';

/** An ancestor of the focused element, with its siblings at that time. */
interface Place {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

/** Without fields that take letters: shortcuts such as z would do nothing there. */
const focusable = 'a[href], button, input[type=checkbox], summary, [tabindex]';

/**
 * Keeps the focus nearby when the focused element disappears, such as the button of a deleted row: a neighbour gets it,
 * or the page if another one is shown. Otherwise the keyboard would start at the top and screen readers would say
 * nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: Place[] = [];
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('main')) places = placesOf(target);
    };
    // A click on the background removes the focus on purpose.
    const forget = () => {
      places = [];
    };
    const isLost = () =>
      document.activeElement === document.body && places[0] !== undefined && !places[0].element.isConnected;
    const restoreFocus = () => {
      if (isLost()) successor(places)?.focus();
    };
    // A dialog returns the focus in the next frame, if its button still exists.
    const observer = new MutationObserver(() => {
      if (isLost()) requestAnimationFrame(() => requestAnimationFrame(restoreFocus));
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, true);
      observer.disconnect();
    };
  }, []);
}

/** The ancestors from the target up to the page, which is excluded. */
function placesOf(target: Element): Place[] {
  const places: Place[] = [];
  for (let at: Element | null = target; at && at.tagName !== 'MAIN'; at = at.parentElement) {
    places.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  }
  return places;
}

function successor(places: readonly Place[]): HTMLElement | undefined {
  const kept = places.findIndex(({ element }) => element.isConnected);
  const page = document.querySelector('main') ?? undefined;
  // Another page is shown.
  if (kept === -1) return page;
  const gone = places[kept - 1];
  const around = [gone?.next, gone?.previous, ...places.slice(kept).map(({ element }) => element)];
  for (const element of around) {
    const found = element?.isConnected ? firstFocusable(element) : undefined;
    if (found) return found;
  }
  return page;
}

function firstFocusable(element: Element): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>(focusable)].find(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled, [aria-disabled="true"]') && each.checkVisibility(),
  );
}
