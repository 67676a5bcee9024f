import { type ComponentType, lazy, Suspense, useEffect } from 'react'

/**
 * A part of the page that is fetched when it is first shown; nothing is shown of it before. Where it cannot be had the page
 * is loaded again (`call-faults.ts`), and if that did not help `Instead` stands in: never an error page, since a page
 * works without its parts.
 */
export function lazyPart<Part, Props extends object>(
  load: () => Promise<Part>,
  pick: (part: Part) => ComponentType<Props>,
  Instead: ComponentType<Props> = Nothing,
) {
  const Fetched = lazy(async () => {
    // Vite gives undefined for a part whose failure somebody sees to: the page is on its way out.
    const part: Part | null | undefined = await load().catch(() => null)
    return part === undefined ? stay : { default: part ? pick(part) : Instead }
  })
  // React's types take no props of a type still open.
  const Shown = Fetched as unknown as ComponentType<Props>
  return (props: Props) => (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  )
}

const stay = new Promise<never>(() => {})

function Nothing() {
  return null
}

/** Goes to the page that does what a window over this one would have done. */
export function GoThere({ page }: { page: string }) {
  useEffect(() => location.assign(page), [page])
  return null
}
