/** The bytes of a form's file; none where nothing was chosen. */
export async function contentOf(entry: FormDataEntryValue | null): Promise<Uint8Array> {
  return new Uint8Array(entry instanceof File ? await entry.arrayBuffer() : [])
}
