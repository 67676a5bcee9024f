import { useEffect } from 'react'

/**
 * Stands in for the package react-style-singleton (vite.config.ts), with which Radix's dialogs keep the page behind from
 * scrolling: that writes a `<style>` element, whose text no policy can name beforehand. A constructed style sheet is not
 * bound by the Content-Security-Policy. A browser without them lets the page scroll behind the dialog.
 */
export function styleSingleton() {
  return AdoptedStyle
}

const adoptedStyles = new Map<string, { sheet: CSSStyleSheet; mountCount: number }>()

/** Applies its styles while it is mounted, once for all components that have the same ones. */
function AdoptedStyle({ styles }: { styles: string }): null {
  useEffect(() => {
    if (!('replaceSync' in CSSStyleSheet.prototype)) return
    const adoptedStyle = adoptedStyles.get(styles) ?? { sheet: new CSSStyleSheet(), mountCount: 0 }
    adoptedStyles.set(styles, adoptedStyle)
    adoptedStyle.mountCount += 1
    if (adoptedStyle.mountCount === 1) {
      adoptedStyle.sheet.replaceSync(styles)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, adoptedStyle.sheet]
    }
    return () => {
      adoptedStyle.mountCount -= 1
      if (adoptedStyle.mountCount > 0) return
      adoptedStyles.delete(styles)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== adoptedStyle.sheet)
    }
  }, [styles])
  return null
}
