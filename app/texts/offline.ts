export const offlineTexts = {
  title: 'Você está sem conexão',
  text: 'Sua sacola está guardada. Assim que a internet voltar, é só continuar.',
  retry: 'Tentar de novo',
}
