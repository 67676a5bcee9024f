import type { ServerBuild } from '@remix-run/node'

/**
 * Remix ranks every route anew for every request, several times over. Of the routes that an address cannot match it need not
 * know: this gives the build with those alone that may begin as the path does, one and the same for all that begin so.
 * @returns for a path, as it stands in the request, the build that answers it
 */
export function groupRoutes(build: ServerBuild): (path: string) => ServerBuild {
  const groups = new Map<string, ServerBuild>()
  for (const { path = '' } of Object.values(build.routes)) {
    const start = firstPart(path)
    if (!groups.has(start)) groups.set(start, only(start))
  }
  // However else an address is written (capitals, escapes, slashes), the whole build knows it.
  return (path) => (path.startsWith('//') ? build : (groups.get(firstPart(path.replace(/\.data$/, ''))) ?? build))

  function only(start: string): ServerBuild {
    const mayMatch = ({ parentId, path, index }: Place): boolean => {
      const parent = parentId === undefined ? undefined : build.routes[parentId]
      if (!parent) return true
      if (parent.parentId !== undefined) return mayMatch(parent)
      if (path === undefined) return start === '' || !index
      const own = firstPart(path)
      return own === start || /[:*?]/.test(own)
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
