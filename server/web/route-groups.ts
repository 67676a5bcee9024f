import type { PagesBuild } from './remix.ts'

/**
 * Remix ranks all routes several times per request. This passes it only the routes that can match a path's first segment:
 * one reduced build per first segment, made once.
 * @returns a function from a request's path to the build that handles it
 */
export function createRouteGroupSelector(build: PagesBuild): (path: string) => PagesBuild {
  const buildBySegment = new Map<string, PagesBuild>()
  for (const { path = '' } of Object.values(build.routes)) {
    const segment = firstSegmentOf(path)
    if (!buildBySegment.has(segment)) buildBySegment.set(segment, reduceBuild(segment))
  }
  // Any other spelling of a path (capitals, escapes, slashes) is handled by the whole build.
  return (path) =>
    path.startsWith('//') ? build : (buildBySegment.get(firstSegmentOf(path.replace(/\.data$/, ''))) ?? build)

  function reduceBuild(segment: string): PagesBuild {
    const mayMatch = ({ parentId, path, index }: RouteNode): boolean => {
      const parent = parentId === undefined ? undefined : build.routes[parentId]
      if (!parent) return true
      if (parent.parentId !== undefined) return mayMatch(parent)
      if (path === undefined) return segment === '' || !index
      const routeSegment = firstSegmentOf(path)
      return routeSegment === segment || /[:*?]/.test(routeSegment)
    }
    const pickRoutes = <Route extends RouteNode>(routes: Record<string, Route>) =>
      Object.fromEntries(Object.entries(routes).filter(([, route]) => mayMatch(route)))
    return {
      ...build,
      routes: pickRoutes(build.routes),
      assets: { ...build.assets, routes: pickRoutes(build.assets.routes) },
    }
  }
}

interface RouteNode {
  parentId?: string
  path?: string
  index?: boolean
}

function firstSegmentOf(path: string): string {
  return path.replace(/^\//, '').split('/', 1)[0] ?? ''
}
