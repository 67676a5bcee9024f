import { useDocumentContext } from './document-context.ts'

const themeElementId = 'theme'

/** The shop's own colours, where it has some. In the browser the text is the one the server wrote. */
export function ThemeStyle() {
  const { theme } = useDocumentContext()
  const css =
    typeof document === 'undefined' ? theme?.css : (document.getElementById(themeElementId)?.textContent ?? undefined)
  if (!css) return null
  return (
    <style
      id={themeElementId}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own roles and colours
      dangerouslySetInnerHTML={{ __html: css }}
    />
  )
}
