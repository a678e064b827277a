import { useEffect, useState } from 'react'
import type { LendingRoom } from '../../domain/account/lending'
import { useApp } from '../state/app-context'
import { debtsKey } from './lending-model'

/** Prices move what can be borrowed: so often it is asked for while a dialog shows it, ms. */
const ASK_MS = 5_000

/** How much of a coin can be borrowed and repaid now; `null` until the exchange has said so. */
export function useLendingRoom(coin: string): LendingRoom | null {
  const { hub, account } = useApp()
  const [room, setRoom] = useState<LendingRoom | null>(null)
  useEffect(() => {
    let isOver = false
    const ask = async (): Promise<void> => {
      const read = await hub.api.lendingRoom(coin)
      if (!isOver && !read.hasError) setRoom(read.value)
    }
    let key: string | null = null
    const stop = account.wallet.subscribe((wallet) => {
      const next = debtsKey(wallet)
      if (next !== key) void ask()
      key = next
    })
    const timer = setInterval(() => void ask(), ASK_MS)
    return () => {
      isOver = true
      stop()
      clearInterval(timer)
    }
  }, [hub, account, coin])
  return room
}
