/** Version of the push and hub contract. A tab, a hub and an exchange that differ do not trade together (I6). */
export const PROTOCOL_VERSION = 2
