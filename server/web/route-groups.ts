import type { PagesBuild } from './remix.ts'

/**
 * Remix ranks all routes several times per request. This passes it only the routes that can match a path's first segment:
 * one reduced build per first segment, made once.
 * @returns a function from a request's path to the build that handles it
 */
export function groupRoutes(build: PagesBuild): (path: string) => PagesBuild {
  const groups = new Map<string, PagesBuild>()
  for (const { path = '' } of Object.values(build.routes)) {
    const start = firstPart(path)
    if (!groups.has(start)) groups.set(start, only(start))
  }
  // Any other spelling of a path (capitals, escapes, slashes) is handled by the whole build.
  return (path) => (path.startsWith('//') ? build : (groups.get(firstPart(path.replace(/\.data$/, ''))) ?? build))

  function only(start: string): PagesBuild {
    const mayMatch = ({ parentId, path, index }: Place): boolean => {
      const parent = parentId === undefined ? undefined : build.routes[parentId]
      if (!parent) return true
      if (parent.parentId !== undefined) return mayMatch(parent)
      if (path === undefined) return start === '' || !index
      const ownStart = firstPart(path)
      return ownStart === start || /[:*?]/.test(ownStart)
    }
    const pick = <Route extends Place>(routes: Record<string, Route>) =>
      Object.fromEntries(Object.entries(routes).filter(([, route]) => mayMatch(route)))
    return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } }
  }
}

interface Place {
  parentId?: string
  path?: string
  index?: boolean
}

function firstPart(path: string): string {
  return path.replace(/^\//, '').split('/', 1)[0] ?? ''
}
