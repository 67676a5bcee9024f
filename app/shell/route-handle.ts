/** What a route may declare in its `handle`. */
export interface RouteHandle {
  layout?: 'default' | 'empty' | 'prescription'
  /** Starts the framework without waiting for a touch (the Pix page). */
  eager?: boolean
}
