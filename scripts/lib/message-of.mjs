/**
 * @param {unknown} error whatever was thrown
 * @returns {string} its words
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error))
