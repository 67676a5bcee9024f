type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void }

/** Gives an element its listeners. @returns what takes them away again, for an effect */
export function addListeners(element: HTMLElement, listeners: Listeners): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of entries) element.addEventListener(type, listener)
  return () => {
    for (const [type, listener] of entries) element.removeEventListener(type, listener)
  }
}
