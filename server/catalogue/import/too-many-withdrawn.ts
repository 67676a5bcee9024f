/** The file leaves out so much of what is on sale that it may have been cut off. */
export class TooManyWithdrawn extends Error {
  readonly unnamed: number
  readonly onSale: number

  constructor(unnamed: number, onSale: number) {
    super(`${unnamed} of the ${onSale} products on sale are not in the file`)
    this.unnamed = unnamed
    this.onSale = onSale
  }
}
