import { type ComponentType, lazy, Suspense, useEffect } from 'react'

/**
 * A component whose chunk is loaded when it is first rendered; nothing is shown until then. If the chunk fails to load, the
 * page is reloaded (`fetch-errors.ts`), and if that did not help `Fallback` is rendered: never an error page, since the page
 * works without the component.
 */
export function lazyComponent<Part, Props extends object>(
  load: () => Promise<Part>,
  pickComponent: (part: Part) => ComponentType<Props>,
  Fallback: ComponentType<Props> = Empty,
) {
  const LazyPart = lazy(async () => {
    // Undefined: a `vite:preloadError` listener prevented the error, and the page is being reloaded.
    const part: Part | null | undefined = await load().catch(() => null)
    return part === undefined ? neverSettles : { default: part ? pickComponent(part) : Fallback }
  })
  // React's types don't accept generic props here.
  const Content = LazyPart as unknown as ComponentType<Props>
  return (props: Props) => (
    <Suspense fallback={null}>
      <Content {...props} />
    </Suspense>
  )
}

const neverSettles = new Promise<never>(() => {})

function Empty() {
  return null
}

/** Navigates to the page that does what the dialog would have done. */
export function NavigateTo({ page }: { page: string }) {
  useEffect(() => location.assign(page), [page])
  return null
}
