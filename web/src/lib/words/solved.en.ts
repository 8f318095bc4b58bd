import solved from '../../../../crates/text/locales/en/solved.ftl?raw';

/** The part of the catalogue that tells of the solved game; its page brings it. */
export default [solved];
