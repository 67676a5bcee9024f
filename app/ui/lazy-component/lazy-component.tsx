import { type ComponentType, lazy, Suspense, useEffect } from 'react'

/**
 * A component whose chunk is loaded when it is first rendered; nothing is shown until then. If the chunk fails to load, the
 * page is reloaded (`fetch-errors.ts`), and if that did not help `Fallback` is rendered: never an error page, since the page
 * works without the component.
 */
export function createLazyComponent<Module, Props extends object>(
  loadModule: () => Promise<Module>,
  pickComponent: (module: Module) => ComponentType<Props>,
  Fallback: ComponentType<Props> = EmptyFallback,
) {
  const LazyContent = lazy(async () => {
    // Undefined: a `vite:preloadError` listener prevented the error, and the page is being reloaded.
    const loadedModule: Module | null | undefined = await loadModule().catch(() => null)
    return loadedModule === undefined
      ? neverSettlingPromise
      : { default: loadedModule ? pickComponent(loadedModule) : Fallback }
  })
  // React's types don't accept generic props here.
  const Content = LazyContent as unknown as ComponentType<Props>
  return (props: Props) => (
    <Suspense fallback={null}>
      <Content {...props} />
    </Suspense>
  )
}

const neverSettlingPromise = new Promise<never>(() => {})

function EmptyFallback() {
  return null
}

/** Navigates to the page that does what the dialog would have done. */
export function PageRedirect({ pageHref }: { pageHref: string }) {
  useEffect(() => location.assign(pageHref), [pageHref])
  return null
}
