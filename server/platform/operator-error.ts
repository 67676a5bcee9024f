/**
 * A refusal for whoever runs the shop, in English: what is wrong and what to do. The command line and the start print its message
 * alone; `init` and `doctor` say it in Portuguese (`app/texts/operator`). An error that is neither this nor a `ShopError` is a fault of
 * the program's, and is shown with its stack trace.
 */
export class OperatorError extends Error {}
