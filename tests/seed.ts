import * as fc from 'fast-check'

/** `npm test` names a seed, so that the gate says the same twice; elsewhere each run has a new one (ADR-1026). */
const named = process.env['HALYARD_SEED']
if (named !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(named) })
