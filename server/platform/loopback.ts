/** Whether a URL's host is this machine, reached without a network on which anybody could listen. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  // A name may end with the root's dot, and all of localhost are this machine (RFC 6761).
  return /^((.+\.)?localhost\.?|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
