import { describe, expect, test } from 'vitest'
import { readConfig } from '../../exchange/config'

describe('the exchange’s environment (decisions 31)', () => {
  test('nothing set gives the documented defaults', () => {
    expect(readConfig({}, '/home/trader')).toEqual({
      port: 4173,
      host: '127.0.0.1',
      dataDir: '/home/trader/.halyard',
      seed: 1,
      feedPath: null,
      speed: 1,
      region: 'global',
      markets: 'all',
      listsFamilies: true,
      api: null,
      ws: null,
      venue: null,
      locales: null,
      allowedOrigins: [],
      metricsToken: null,
      control: false,
      serviceWorker: true,
      chartLibrary: true,
    })
  })

  test('the origins of a proxy in front are a list, and test control does not go with one elsewhere', () => {
    const HALYARD_ORIGINS = 'https://trade.example.com, http://localhost:8443/'
    expect(readConfig({ HALYARD_ORIGINS }, '/').allowedOrigins).toEqual([
      'https://trade.example.com',
      'http://localhost:8443',
    ])
    for (const wrong of [
      'trade.example.com',
      'https://trade.example.com/app',
      'https://*.example.com/x',
      'wss://a.example',
    ])
      expect(() => readConfig({ HALYARD_ORIGINS: wrong }, '/')).toThrow(/HALYARD_ORIGINS must be origins/)
    expect(() => readConfig({ HALYARD_ORIGINS, HALYARD_CONTROL: '1' }, '/')).toThrow(
      /HALYARD_CONTROL=1 works on loopback/,
    )
  })

  test('a token that is too short is refused, and not repeated in the message', () => {
    const secret = 'hunter2'
    expect(() => readConfig({ HALYARD_METRICS_TOKEN: secret }, '/')).toThrow(/^HALYARD_METRICS_TOKEN must be 16 to 256/)
    expect(() => readConfig({ HALYARD_METRICS_TOKEN: secret }, '/')).not.toThrow(new RegExp(secret))
    expect(readConfig({ HALYARD_METRICS_TOKEN: '0123456789abcdef' }, '/').metricsToken).toBe('0123456789abcdef')
  })

  test('other hosts are kept as origins: the path is no part of a CSP source here', () => {
    const config = readConfig({ HALYARD_API: 'https://api.example/x', HALYARD_WS: 'wss://push.example:8443/y' }, '/')
    expect(config).toMatchObject({ api: 'https://api.example', ws: 'wss://push.example:8443' })
  })

  test.each([
    ['PORT', '65536', /PORT must be a whole number from 0 to 65535; it is "65536"/],
    ['PORT', '-1', /PORT/],
    ['PORT', '80.5', /PORT/],
    ['HALYARD_SEED', '4294967296', /HALYARD_SEED must be a whole number from 0 to 4294967295/],
    ['HALYARD_SEED', '1e3', /HALYARD_SEED/],
    ['HALYARD_SPEED', '0', /HALYARD_SPEED must be a number from 0.01 to 1000/],
    ['HALYARD_SPEED', 'NaN', /HALYARD_SPEED/],
    ['HALYARD_MARKETS', 'spot', /HALYARD_MARKETS must be linear, contracts or all/],
    ['HALYARD_REGION', 'constructor', /HALYARD_REGION must be global or eu/],
    ['HALYARD_API', 'ftp://x', /HALYARD_API must be an address that begins with http:\/\/ or https:\/\//],
    ['HALYARD_WS', 'https://x', /HALYARD_WS/],
    ['HALYARD_VENUE', 'elsewhere', /HALYARD_VENUE/],
    ['HALYARD_CONTROL', 'yes', /HALYARD_CONTROL must be 0 or 1/],
  ])('%s=%s is refused by name', (name, value, message) => {
    expect(() => readConfig({ [name]: value }, '/')).toThrow(message)
  })

  test.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['HALYARD_SEED', '4294967295', { seed: 4_294_967_295 }],
    ['HALYARD_SPEED', '0.01', { speed: 0.01 }],
    ['HALYARD_CONTROL', '1', { control: true }],
    ['HALYARD_REGION', 'eu', { region: 'eu' }],
    ['HALYARD_MARKETS', 'linear', { markets: 'linear', listsFamilies: false }],
    ['HALYARD_MARKETS', 'contracts', { markets: 'all', listsFamilies: false }],
    ['HALYARD_MARKETS', 'all', { markets: 'all', listsFamilies: true }],
  ])('%s=%s is at its bound and taken', (name, value, expected) => {
    expect(readConfig({ [name]: value }, '/')).toMatchObject(expected)
  })

  test('the test control is refused beyond loopback', () => {
    expect(() => readConfig({ HALYARD_CONTROL: '1', HOST: '0.0.0.0' }, '/')).toThrow(/works on loopback only/)
  })
})
