import type { Sentence } from './sentence.ts'

/** What is wrong with a command's words and options. */
const translations: [english: RegExp, portuguese: string][] = [
  [/^(.+) is missing$/, 'falta $1'],
  [/^(.+) is given twice$/, '$1 está duas vezes'],
  [/^(.+) is not wanted here$/, '“$1” não cabe aqui'],
  [/^(.+) has no value$/, '$1 está sem valor'],
  [/^(.+) is a number above zero(?:, not "(.*)")?$/, '$1 é um número acima de zero'],
  [/^(.+) is a day such as (\S+), not "(.*)"$/, '$1 é um dia como $2, e não “$3”'],
  [/^(.+) is pt or en, not "(.*)"$/, '$1 é pt ou en, e não “$2”'],
  [/^(.+) is an e-mail address, not "(.*)"$/, '$1 é um e-mail, e não “$2”'],
  [/^there is no branch (.+): it is one of (.+)$/, 'não existe a loja $1: é uma de $2'],
  [/^(.+) is one of (.+)$/, '$1 é um destes: $2'],
  [/^(.+) is some of (.+)$/, '$1 é um destes, ou mais: $2'],
  [/^--crf is a state and a number, like (\S+)$/, '--crf é o estado e o número, como $1'],
  [/^--from is not after --to$/, '--from não vem depois de --to'],
  [/^--since is a day that has begun$/, '--since é um dia que já começou'],
  [/^FILE ends in \.csv$/, 'o nome de FILE termina em .csv'],
  // As Node says them (`parseArgs`).
  [/^Unknown option '(.+)'$/, 'opção desconhecida: $1'],
  [/^Option '(.+)' argument missing$/, '$1 está sem valor'],
  [/^Option '(.+)' argument is ambiguous$/, '$1: um valor que começa com hífen vem depois de ='],
  [/^Option '(.+)' does not take an argument$/, '$1 não tem valor'],
]

/** A usage error in both languages; what is not in the table stays as it is. */
export function toUsageSentence(message: string): Sentence {
  const [english, portuguese] = translations.find(([english]) => english.test(message)) ?? []
  return { en: message, pt: english && portuguese ? message.replace(english, portuguese) : message }
}
