/**
 * Whether the browser has translated the page: it puts elements of its own in place of the texts, and the shop writes no
 * `font`. React would change texts that nobody sees any more, or find no place for a new one and give the page up.
 */
export function isPageTranslated(): boolean {
  return document.querySelector('font') !== null
}

/** The forms that scripts send without leaving the page. */
const enhancedFormSelector = '[data-enhanced], [role=dialog] form'

/** On a translated page the browser itself sends them, as without scripts, and translates the response. */
export function submitTranslatedFormsNatively(): void {
  const handleSubmit = (event: Event) => {
    const isEnhancedForm = event.target instanceof Element && event.target.matches(enhancedFormSelector)
    if (isEnhancedForm && isPageTranslated()) event.stopPropagation()
  }
  // The window hears first, before React and what listens on the document.
  window.addEventListener('submit', handleSubmit, true)
}
