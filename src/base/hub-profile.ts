/** What the hubs of one browser may call it (I5). */
export const HUB_PROFILE = /^[\w-]{1,64}$/
