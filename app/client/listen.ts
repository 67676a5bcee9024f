type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void }

/** Gives an element its listeners. @returns what takes them away again, for an effect */
export function listen(element: HTMLElement, listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of all) element.addEventListener(type, listener)
  return () => {
    for (const [type, listener] of all) element.removeEventListener(type, listener)
  }
}
