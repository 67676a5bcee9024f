/** Favourites; the specification's texts word for word (section 8). */
export const favouriteTexts = {
  title: 'Favoritos',
  addedMessage: 'O produto foi adicionado aos seus favoritos.',
  signIn: 'Entre na sua conta para guardar o produto nos favoritos.',
  removedMessage: 'O produto foi removido dos seus favoritos.',
  clearedMessage: 'Sua lista de favoritos está vazia agora.',
  clear: 'Limpar favoritos',
  count: (count: number) => (count === 1 ? '1 produto' : `${count} produtos`),
  empty: 'Você ainda não tem favoritos',
  emptyHint: 'Toque no coração de um produto para guardá-lo aqui.',
  emptyAction: 'Ver todos os produtos',
}
