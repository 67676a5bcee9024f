/** Names the form, each time that it is shown: sent twice, it counts one unit. */
export function ScanField() {
  return <input type="hidden" name="scan_id" value={crypto.randomUUID()} />
}
