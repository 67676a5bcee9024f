import { useEffect } from 'react'

/**
 * Stands in for the package react-style-singleton (vite.config.ts), with which Radix's dialogs keep the page behind from
 * scrolling: that writes a `<style>` element, whose text no policy can name beforehand. A constructed style sheet is not
 * bound by the Content-Security-Policy. A browser without them lets the page scroll behind the dialog.
 */
export function styleSingleton() {
  return AdoptedStyle
}

const adoptedStyles = new Map<string, { sheet: CSSStyleSheet; userCount: number }>()

/** Applies its styles while it is mounted, once for all that have the same. */
function AdoptedStyle({ styles }: { styles: string }): null {
  useEffect(() => {
    if (!('replaceSync' in CSSStyleSheet.prototype)) return
    const adoptedStyle = adoptedStyles.get(styles) ?? { sheet: new CSSStyleSheet(), userCount: 0 }
    adoptedStyles.set(styles, adoptedStyle)
    adoptedStyle.userCount += 1
    if (adoptedStyle.userCount === 1) {
      adoptedStyle.sheet.replaceSync(styles)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, adoptedStyle.sheet]
    }
    return () => {
      adoptedStyle.userCount -= 1
      if (adoptedStyle.userCount > 0) return
      adoptedStyles.delete(styles)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== adoptedStyle.sheet)
    }
  }, [styles])
  return null
}
