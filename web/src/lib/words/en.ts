import core from '../../../../crates/text/locales/en/core.ftl?raw';
import games from '../../../../crates/text/locales/en/games.ftl?raw';
import learn from '../../../../crates/text/locales/en/learn.ftl?raw';
import options from '../../../../crates/text/locales/en/options.ftl?raw';
import pages from '../../../../crates/text/locales/en/pages.ftl?raw';
import results from '../../../../crates/text/locales/en/results.ftl?raw';
import web from '../../../../crates/text/locales/en/web.ftl?raw';

/** The part of the catalogue that the page itself says; the server says the rest. */
export default [core, games, learn, options, pages, results, web];
