import { type Commands, table } from './command.ts'
import { operator } from './operator.ts'
import { idIn } from './usage.ts'

export const synonymsCommands: Commands = {
  'synonyms list': {
    takes: '',
    does: 'every group of words that mean the same to a search',
    async run(_args, { openShop, print }) {
      const { catalogue } = await openShop()
      const groups = await catalogue.synonyms.list()
      if (groups.length === 0) return print('No synonyms.')
      const rows = groups.map(({ id, words }) => [String(id), words.join(', ')])
      for (const line of table([['ID', 'WORDS'], ...rows])) print(line)
    },
  },
  'synonyms set': {
    takes: 'WORDS… [--id ID]',
    does: 'adds a group of words, with commas between them; with --id in the place of that group’s words',
    async run(words, { openShop, print, value }) {
      const replaced = value('id') === undefined ? null : idIn(value('id'))
      const { window } = (await openShop()).counter
      const group = await window.saveSynonyms(operator(), replaced, words.join(' '))
      print(`Group ${group.id} is set: ${group.words.join(', ')}.`)
    },
  },
  'synonyms remove': {
    takes: 'ID',
    does: 'takes a group away: each of its words then finds itself alone',
    async run([id], { openShop, print }) {
      await (await openShop()).counter.window.removeSynonyms(operator(), idIn(id))
      print(`Group ${id} is removed.`)
    },
  },
  'synonyms try': {
    takes: 'WORDS…',
    does: 'what a shopper would find with these words, and how',
    async run(words, { openShop, print }) {
      const { window } = (await openShop()).counter
      const { ways, shownFor, total, isCapped, products } = await window.trySearch(operator(), words.join(' '))
      for (const term of ways) print(`Looks for ${term.join(' or ')}`)
      if (shownFor !== null) print(`Shows results for ${shownFor}`)
      print(total === 0 ? 'Nothing found.' : `${isCapped ? 'More than ' : ''}${total} found:`)
      for (const { name } of products) print(`  ${name}`)
    },
  },
}
