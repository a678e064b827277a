/**
 * @param {import('node:net').Server} server one that listens on a port
 * @returns {number}
 */
export function portOf(server) {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
