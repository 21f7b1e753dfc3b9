// The example at the top of <whorl/movie.hpp>, as it stands there.

#include <gtest/gtest.h>

#include <filesystem>

#include <whorl/movie.hpp>
#include <whorl/picture.hpp>

#include "support/errors.hpp"
#include "support/files.hpp"

namespace whorl {
namespace {

TEST(Movie, TheExampleOfTheHeaderMakesAFilmOfTwoPictures) {
    const TemporaryFolder folder;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    Image picture(64, 48);
    write_png("plume-1.png", picture);
    picture.set(20, 20, {1, 1, 1});
    write_png("plume-2.png", picture);

    if (whorl::can_make_movies()) whorl::make_movie("plume.mp4", {"plume-1.png", "plume-2.png"}, 30);

    std::filesystem::current_path(before);
    if (!can_make_movies()) GTEST_SKIP() << "ffmpeg is missing (package ffmpeg)";
    const std::string film = content(folder / "plume.mp4");
    EXPECT_EQ(film.substr(4, 4), "ftyp");  // as every MP4 begins
    EXPECT_EQ(files_in(folder.path()).size(), 3u);
}

TEST(Movie, OfAPictureThatIsNotThereNamesThatAndLeavesNoFile) {
    if (!can_make_movies()) GTEST_SKIP() << "ffmpeg is missing (package ffmpeg)";
    const TemporaryFolder folder;
    EXPECT_SAYS(error_of([&] { make_movie(folder / "plume.mp4", {folder / "nowhere.png"}, 30); }), "nowhere.png");
    EXPECT_TRUE(files_in(folder.path()).empty());
}

}  // namespace
}  // namespace whorl
