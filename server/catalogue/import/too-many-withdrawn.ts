/** The file leaves out so much of what is on sale that it may have been cut off. */
export class TooManyWithdrawnError extends Error {
  readonly missingCount: number
  readonly listedCount: number

  constructor(missingCount: number, listedCount: number) {
    super(`${missingCount} of the ${listedCount} products on sale are not in the file`)
    this.missingCount = missingCount
    this.listedCount = listedCount
  }
}
